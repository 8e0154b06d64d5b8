"""The words of the game: codes in the code, their names in Danish and English on the screen."""

from collections.abc import Mapping

from ledger.rules.site.labels import Label

ATTACHMENTS: Mapping[str, Label] = {
    "plain": Label("alm.", "plain"),
    "vip": Label("vip", "vip"),
    "gode": Label("gode", "gode"),
    "staerke": Label("stærke", "stærke"),
    "halve": Label("halve", "halve"),
    "sans": Label("sans", "sans"),
    "kvarte": Label("kvarte", "kvarte"),
}

NOLO: Mapping[str, Label] = {
    "sol": Label("Sol", "Sol"),
    "ren_sol": Label("Ren sol", "Ren sol"),
    "bordlaegger": Label("Bordlægger", "Bordlægger"),
    "ren_bordlaegger": Label("Ren bordlægger", "Ren bordlægger"),
    "dobbelt_bordlaegger": Label("Dobbelt bordlægger", "Dobbelt bordlægger"),
    "ren_bordlaegger_med_snak": Label("Ren bordlægger med snak", "Ren bordlægger med snak"),
}

SUITS = ("clubs", "spades", "hearts", "diamonds")
TRUMPS: Mapping[str, Label] = {
    "clubs": Label("klør", "clubs"),
    "spades": Label("spar", "spades"),
    "hearts": Label("hjerter", "hearts"),
    "diamonds": Label("ruder", "diamonds"),
    "none": Label("uden trumf", "no trump"),
}

ALONE: Mapping[str, Label] = {
    "declared": Label("alene", "alone"),
    "self_called": Label("selvmakker", "own partner"),
    "ace_in_cat": Label("esset i katten", "ace in the cat"),
}

CAUSES: Mapping[str, Label] = {  # why a deal was not played
    "redeal": Label("Omgivning", "Redeal"),
    "iron_hand": Label("Jernhånd", "Iron hand"),
    "misdeal": Label("Fejlgivning", "Misdeal"),
}

ROLES: Mapping[str, Label] = {
    "declarer": Label("melder", "declarer"),
    "partner": Label("makker", "partner"),
    "defender": Label("modspiller", "defender"),
    "joiner": Label("går med", "goes along"),
    "player": Label("spiller", "player"),
    "sits_out": Label("sidder over", "sits out"),
}

VIP_TURNS = (1, 2, 3)
