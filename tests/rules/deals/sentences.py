"""Every kind of deal once for each way in which it can end, with its sentence in Danish and in English.

Anders declares, and Bodil is the partner, unless the sentence says otherwise. A club member can proof-read this.
"""

from typing import Any

from tests.rules.deals.playing import FOUR, alone, nolo, pairs, points_only, role_table, trick

Told = list[tuple[dict[str, Any], str, str]]


ESMAKKER: Told = [
    # A trick contract: just made, over and under; alone in each way; with who called the ace.
    (
        trick(9, "plain", 9),
        "Anders og Bodil meldte 9 og gik lige hjem. Carl og Dorthe betalte 0,5 hver",
        "Anders and Bodil bid 9 and just made it. Carl and Dorthe paid 0.5 each",
    ),
    (
        trick(9, "vip", 10, vip_turn=2),
        "Anders og Bodil meldte 9 vip i 2. tur og fik 10. Carl og Dorthe betalte 4 hver",
        "Anders and Bodil bid 9 vip in the 2nd turn and took 10. Carl and Dorthe paid 4 each",
    ),
    (
        trick(8, "halve", 6),
        "Anders og Bodil meldte 8 halve og fik 6. Carl og Dorthe fik 1,5 hver",
        "Anders and Bodil bid 8 halve and took 6. Carl and Dorthe got 1.5 each",
    ),
    (
        alone(8, "vip", 9, vip_turn=2),
        "Anders var sin egen makker i 8 vip i 2. tur og fik 9. De tre andre betalte 2 hver",
        "Anders, as own partner, bid 8 vip in the 2nd turn and took 9. The other three paid 2 each",
    ),
    (
        alone(8, "staerke", 6, "ace_in_cat"),
        "Anders meldte 8 stærke og fik 6 (esset i katten). De tre andre fik 1,5 hver",
        "Anders bid 8 stærke and took 6 (ace in the cat). The other three got 1.5 each",
    ),
    (
        alone(8, "vip", 6, vip_turn=1),
        "Anders var sin egen makker i 8 vip i 1. tur og fik 6. De tre andre fik 1,5 hver",
        "Anders, as own partner, bid 8 vip in the 1st turn and took 6. The other three got 1.5 each",
    ),
    (
        alone(9, "plain", 9, "ace_in_cat"),
        "Anders meldte 9 og gik lige hjem (esset i katten). De tre andre betalte 0,5 hver",
        "Anders bid 9 and just made it (ace in the cat). The other three paid 0.5 each",
    ),
    (
        trick(9, "kvarte", 8, partner=None),
        "Anders meldte 9 kvarte og fik 8. De tre andre fik 2 hver",
        "Anders bid 9 kvarte and took 8. The other three got 2 each",
    ),
    (
        trick(9, "kvarte", 9, partner=None),
        "Anders meldte 9 kvarte og gik lige hjem. De tre andre betalte 1 hver",
        "Anders bid 9 kvarte and just made it. The other three paid 1 each",
    ),
    (
        trick(9, "vip", 9, vip_turn=1, called_by="Carl"),
        "Anders og Bodil meldte 9 vip i 1. tur og gik lige hjem (Carl kaldte esset). Carl og Dorthe betalte 1 hver",
        "Anders and Bodil bid 9 vip in the 1st turn and just made it (Carl called the ace). "
        "Carl and Dorthe paid 1 each",
    ),
    # A nolo: what is known is home or beaten, or the tricks; alone, and with others along.
    (
        nolo("sol", Anders=True),
        "Anders meldte sol og gik hjem. De tre andre betalte 1 hver",
        "Anders bid sol and made it. The other three paid 1 each",
    ),
    (
        nolo("sol", Anders=False),
        "Anders meldte sol og gik bet. De tre andre fik 1 hver",
        "Anders bid sol and went down. The other three got 1 each",
    ),
    (
        nolo("ren_bordlaegger", Anders=0),
        "Anders meldte ren bordlægger og tog ikke et stik. De tre andre betalte 8 hver",
        "Anders bid ren bordlægger and took no trick. The other three paid 8 each",
    ),
    (
        nolo("sol", Anders=1),
        "Anders meldte sol og tog ét stik. De tre andre betalte 1 hver",
        "Anders bid sol and took one trick. The other three paid 1 each",
    ),
    (
        nolo("sol", Anders=2) | {"stopped": True},
        "Anders meldte sol og tog to stik (spillet blev stoppet). De tre andre fik 1 hver",
        "Anders bid sol and took two tricks (play was stopped). The other three got 1 each",
    ),
    (
        nolo("sol", Anders=9),
        "Anders meldte sol og tog 9 stik. De tre andre fik 1 hver",
        "Anders bid sol and took 9 tricks. The other three got 1 each",
    ),
    (
        nolo("sol", Anders=True, Carl=False),
        "Anders meldte sol og gik hjem. Carl gik med og gik bet. Anders fik 4, Carl betalte 4",
        "Anders bid sol and made it. Carl went along and went down. Anders got 4, Carl paid 4",
    ),
    (
        nolo("sol", Anders=0, Carl=1),
        "Anders meldte sol og tog ikke et stik. Carl gik med og tog ét stik. Bodil og Dorthe betalte 2 hver",
        "Anders bid sol and took no trick. Carl went along and took one trick. Bodil and Dorthe paid 2 each",
    ),
    (
        nolo("sol", Carl=False, Bodil=True, Anders=False),
        "Carl meldte sol og gik bet. Bodil gik med og gik hjem. Anders gik med og gik bet. "
        "Bodil fik 5, Dorthe fik 1, Carl og Anders betalte 3 hver",
        "Carl bid sol and went down. Bodil went along and made it. Anders went along and went down. "
        "Bodil got 5, Dorthe got 1, Carl and Anders paid 3 each",
    ),
    # Points without tricks, as far as they are known.
    (
        points_only(),
        "Kun point. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Points only. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", partner="Bodil", level=9, attachment="vip", vip_turn=2),
        "Anders og Bodil meldte 9 vip i 2. tur. Carl og Dorthe betalte 4 hver",
        "Anders and Bodil bid 9 vip in the 2nd turn. Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", bid="Bordlægger med Snak"),
        "Anders meldte Bordlægger med Snak. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Anders bid Bordlægger med Snak. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", partner="Bodil"),
        "Anders og Bodil meldte noget, der ikke er skrevet op. Carl og Dorthe betalte 4 hver",
        "Anders and Bodil bid something that nobody noted. Carl and Dorthe paid 4 each",
    ),
    (
        points_only(level=9, attachment="vip", vip_turn=2),
        "Nogen meldte 9 vip i 2. tur. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Somebody bid 9 vip in the 2nd turn. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", alone="self_called", level=9),
        "Anders meldte 9 (selvmakker). Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Anders bid 9 (own partner). Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders"),
        "Anders meldte noget, der ikke er skrevet op. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Anders bid something that nobody noted. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", partner="Bodil", level=9, attachment="vip"),
        "Anders og Bodil meldte 9 vip. Carl og Dorthe betalte 4 hver",
        "Anders and Bodil bid 9 vip. Carl and Dorthe paid 4 each",
    ),
    (
        points_only(contract="sol"),
        "Nogen meldte sol. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Somebody bid sol. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", contract="sol"),
        "Anders meldte sol. Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Anders bid sol. Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", alone="self_called", bid="9  klør i 2."),
        "Anders meldte 9 klør i 2 (selvmakker). Anders og Bodil fik 4 hver, Carl og Dorthe betalte 4 hver",
        "Anders bid 9 klør i 2 (own partner). Anders and Bodil got 4 each, Carl and Dorthe paid 4 each",
    ),
    (
        points_only(declarer="Anders", level=9, points=dict.fromkeys(FOUR, 0)),
        "Anders meldte 9. Ingen betalte noget",
        "Anders bid 9. Nobody paid anything",
    ),
    (
        points_only(points={"Anders": 4, "Bodil": -4, "Carl": -4, "Dorthe": -4}, house=8),
        "Kun point. Anders fik 4, Bodil, Carl og Dorthe betalte 4 hver, huset fik 8",
        "Points only. Anders got 4, Bodil, Carl and Dorthe paid 4 each, the house got 8",
    ),
    # What is no deal, or was not played.
    ({"kind": "passed_out"}, "Passet rundt: ingen point", "Passed out: no points"),
    (
        {"kind": "not_played", "cause": "iron_hand"},
        "Jernhånd: ingen point, samme giver igen",
        "Iron hand: no points, the same dealer deals again",
    ),
    (
        {"kind": "not_played", "cause": "redeal"},
        "Omgivning: ingen point, samme giver igen",
        "Redeal: no points, the same dealer deals again",
    ),
    (
        {"kind": "not_played", "cause": "misdeal"},
        "Fejlgivning: ingen point, samme giver igen",
        "Misdeal: no points, the same dealer deals again",
    ),
    (
        {"kind": "adjustment", "amounts": {"Anders": "-1/4", "Bodil": "0,25"}, "reason": "duestraf"},
        "Regulering: duestraf (Anders −0,25, Bodil +0,25)",
        "Adjustment: duestraf (Anders −0.25, Bodil +0.25)",
    ),
    (  # In the order of the table, however it was written.
        {"kind": "adjustment", "amounts": {"Carl": "-1", "Anders": "1"}, "reason": "talt forkert"},
        "Regulering: talt forkert (Anders +1, Carl −1)",
        "Adjustment: talt forkert (Anders +1, Carl −1)",
    ),
]

QUARTER: Told = [  # Whole points; a nolo is paid by its tricks.
    (
        trick(9, "gode", 10),
        "Anders og Bodil meldte 9 gode og fik 10. Carl og Dorthe betalte 16 hver",
        "Anders and Bodil bid 9 gode and took 10. Carl and Dorthe paid 16 each",
    ),
    (
        trick(9, "plain", 8),
        "Anders og Bodil meldte 9 og fik 8. Carl og Dorthe fik 8 hver",
        "Anders and Bodil bid 9 and took 8. Carl and Dorthe got 8 each",
    ),
    (
        alone(9, "halve", 9),
        "Anders var sin egen makker i 9 halve og gik lige hjem. De tre andre betalte 8 hver",
        "Anders, as own partner, bid 9 halve and just made it. The other three paid 8 each",
    ),
    (
        trick(9, "kvarte", 11, partner=None),
        "Anders meldte 9 kvarte og fik 11. De tre andre betalte 24 hver",
        "Anders bid 9 kvarte and took 11. The other three paid 24 each",
    ),
    (
        nolo("ren_sol", Anders=0),
        "Anders meldte ren sol og tog ikke et stik. De tre andre betalte 10 hver",
        "Anders bid ren sol and took no trick. The other three paid 10 each",
    ),
    (
        nolo("ren_sol", Anders=2),
        "Anders meldte ren sol og tog to stik. De tre andre fik 30 hver",
        "Anders bid ren sol and took two tricks. The other three got 30 each",
    ),
    (
        nolo("sol", Anders=0, Carl=3),
        "Anders meldte sol og tog ikke et stik. Carl gik med og tog tre stik. "
        "Anders fik 30, Bodil og Dorthe fik 10 hver, Carl betalte 50",
        "Anders bid sol and took no trick. Carl went along and took three tricks. "
        "Anders got 30, Bodil and Dorthe got 10 each, Carl paid 50",
    ),
]

DANSK: Told = [  # Fixed pairs, at 1.5 points for everything; a nolo of a pair, and everyone for themselves.
    (
        trick(7, "grandi", 7, partner=None),
        "Anders og Carl meldte grandi og gik lige hjem. Bodil og Dorthe betalte 1,5 hver",
        "Anders and Carl bid grandi and just made it. Bodil and Dorthe paid 1.5 each",
    ),
    (
        trick(7, "grand", 9, partner=None),
        "Anders og Carl meldte grand og fik 9. Bodil og Dorthe betalte 4,5 hver",
        "Anders and Carl bid grand and took 9. Bodil and Dorthe paid 4.5 each",
    ),
    (
        nolo("nolo", Anders=True),
        "Anders og Carl meldte nolo og gik hjem. Bodil og Dorthe betalte 1,5 hver",
        "Anders and Carl bid nolo and made it. Bodil and Dorthe paid 1.5 each",
    ),
    (
        nolo("nolo", Anders=False),
        "Anders og Carl meldte nolo og gik bet. Bodil og Dorthe fik 1,5 hver",
        "Anders and Carl bid nolo and went down. Bodil and Dorthe got 1.5 each",
    ),
    (
        trick(7, "grand", 6, partner=None),
        "Anders og Carl meldte grand og fik 6. Bodil og Dorthe fik 3 hver",
        "Anders and Carl bid grand and took 6. Bodil and Dorthe got 3 each",
    ),
    (
        nolo("nolo", Anders=3),
        "Anders og Carl meldte nolo og tog tre stik. Bodil og Dorthe betalte 1,5 hver",
        "Anders and Carl bid nolo and took three tricks. Bodil and Dorthe paid 1.5 each",
    ),
    (
        nolo("nolo", Anders=8),
        "Anders og Carl meldte nolo og tog 8 stik. Bodil og Dorthe fik 1,5 hver",
        "Anders and Carl bid nolo and took 8 tricks. Bodil and Dorthe got 1.5 each",
    ),
    (
        nolo("sol", Anders=0),
        "Anders meldte sol og tog ikke et stik. De tre andre betalte 1,5 hver",
        "Anders bid sol and took no trick. The other three paid 1.5 each",
    ),
    (
        {"kind": "free_for_all", "tricks": {"Anders": 1, "Bodil": 1, "Carl": 5, "Dorthe": 6}},
        "Pasnolo: Anders tog ét stik, Bodil tog ét stik, Carl tog fem stik og Dorthe tog seks stik. "
        "Anders og Bodil fik 6,75 hver, Carl betalte 6, Dorthe betalte 7,5",
        "Pasnolo: Anders took one trick, Bodil took one trick, Carl took five tricks and Dorthe took six tricks. "
        "Anders and Bodil got 6.75 each, Carl paid 6, Dorthe paid 7.5",
    ),
    (
        {"kind": "free_for_all", "tricks": {"Anders": 5, "Bodil": 0, "Carl": 4, "Dorthe": 4}},
        "Pasnolo: Bodil tog ikke et stik, Carl tog fire stik, Dorthe tog fire stik og Anders tog fem stik. "
        "Bodil fik 19,5, Carl og Dorthe betalte 6 hver, Anders betalte 7,5",
        "Pasnolo: Bodil took no trick, Carl took four tricks, Dorthe took four tricks and Anders took five tricks. "
        "Bodil got 19.5, Carl and Dorthe paid 6 each, Anders paid 7.5",
    ),
]

ENGELSK: Told = [  # Tricks over the book.
    (
        pairs(9, 4),
        "Anders og Carl fik 9 stik, tre over seks. Bodil og Dorthe betalte 3 hver",
        "Anders and Carl took 9 tricks, three above six. Bodil and Dorthe paid 3 each",
    ),
    (
        pairs(6, 7),
        "Bodil og Dorthe fik 7 stik, ét over seks. Anders og Carl betalte 1 hver",
        "Bodil and Dorthe took 7 tricks, one above six. Anders and Carl paid 1 each",
    ),
    (
        pairs(13, 0),
        "Anders og Carl fik 13 stik, 7 over seks. Bodil og Dorthe betalte 7 hver",
        "Anders and Carl took 13 tricks, 7 above six. Bodil and Dorthe paid 7 each",
    ),
]

EUCHRE: Told = [  # The house pays; five at the table.
    (
        role_table("Bodil", "Dorthe", "march_partners"),
        "Bodil og Dorthe tog alle stik. De fik 3 hver, huset betalte 6",
        "Bodil and Dorthe took every trick. They got 3 each, the house paid 6",
    ),
    (
        role_table("Bodil", None, "march_alone"),
        "Bodil tog alle stik alene. Bodil fik 5, huset betalte 5",
        "Bodil took every trick alone. Bodil got 5, the house paid 5",
    ),
    (
        role_table("Bodil", "Dorthe", "made_partners"),
        "Bodil og Dorthe gik hjem. De fik 1 hver, huset betalte 2",
        "Bodil and Dorthe made it. They got 1 each, the house paid 2",
    ),
    (
        role_table("Bodil", None, "made_alone"),
        "Bodil gik hjem alene. Bodil fik 1, huset betalte 1",
        "Bodil made it alone. Bodil got 1, the house paid 1",
    ),
    (
        role_table("Bodil", "Dorthe", "euchred"),
        "Bodil og Dorthe gik bet. Anders, Carl og Erik fik 2 hver, huset betalte 6",
        "Bodil and Dorthe went down. Anders, Carl and Erik got 2 each, the house paid 6",
    ),
    (
        role_table("Bodil", None, "euchred"),
        "Bodil gik bet. De fire andre fik 2 hver, huset betalte 8",
        "Bodil went down. The other four got 2 each, the house paid 8",
    ),
]
