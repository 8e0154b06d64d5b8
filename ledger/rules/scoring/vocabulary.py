"""The words of the game: codes in the code, their names in Danish and English on the screen."""

from collections.abc import Mapping

from ledger.rules.site.labels import Label, Phrase

ATTACHMENTS: Mapping[str, Label] = {
    "plain": Phrase("plain"),
    "vip": Phrase("vip"),
    "gode": Phrase("gode"),
    "staerke": Phrase("stærke"),
    "halve": Phrase("halve"),
    "sans": Phrase("sans"),
    "kvarte": Phrase("kvarte"),
}

NOLO: Mapping[str, Label] = {
    "sol": Phrase("Sol"),
    "ren_sol": Phrase("Ren sol"),
    "bordlaegger": Phrase("Bordlægger"),
    "ren_bordlaegger": Phrase("Ren bordlægger"),
    "dobbelt_bordlaegger": Phrase("Dobbelt bordlægger"),
    "ren_bordlaegger_med_snak": Phrase("Ren bordlægger med snak"),
}

SUITS = ("clubs", "spades", "hearts", "diamonds")
TRUMPS: Mapping[str, Label] = {
    "clubs": Phrase("clubs"),
    "spades": Phrase("spades"),
    "hearts": Phrase("hearts"),
    "diamonds": Phrase("diamonds"),
    "none": Phrase("no trump"),
}

ALONE: Mapping[str, Label] = {
    "declared": Phrase("alone"),
    "self_called": Phrase("own partner"),
    "ace_in_cat": Phrase("ace in the cat"),
}

CAUSES: Mapping[str, Label] = {  # why a deal was not played
    "redeal": Phrase("Redeal"),
    "iron_hand": Phrase("Iron hand"),
    "misdeal": Phrase("Misdeal"),
}

ROLES: Mapping[str, Label] = {
    "declarer": Phrase("declarer"),
    "partner": Phrase("partner"),
    "defender": Phrase("defender"),
    "joiner": Phrase("goes along"),
    "player": Phrase("player"),
    "sits_out": Phrase("sits out"),
}

VIP_TURNS = (1, 2, 3)
