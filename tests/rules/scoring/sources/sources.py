"""What the sources of the presets say, in our own words: every price by a formula, every limit, and who is silent."""

from collections.abc import Mapping
from fractions import Fraction as F

from tests.rules.scoring.sources.source_arithmetic import (
    EIGHT_UP,
    GRUNDTAKST,
    LAEDER,
    PLUS_DOUBLES,
    SEVEN_UP,
    VEST,
    WHIST_AI,
    Few,
    Source,
    double,
    double_from,
    each_missing,
    fourteen,
    half_up,
    jungs,
    made_price,
    missing,
    same,
    twice_each_missing,
    up,
    value_of_row,
)

SOURCES: Mapping[str, Source] = {
    "call-ace-whist": Source(
        "10 for 7, doubling to 640 for 13; an attachment doubles; each overtrick as much as the bid; a nolo 50, "
        "100, 150, 200, lost double; solo exactly one, nolo none, the open ones likewise",
        SEVEN_UP,
        PLUS_DOUBLES | {"staerke": 2},
        double_from(10, 7),
        nolo={
            "sol": double(1, 50),
            "ren_sol": double(0, 100),
            "bordlaegger": double(1, 150),
            "ren_bordlaegger": double(0, 200),
        },
        silent=("lost", "joined"),
    ),
    "call-ace-whist-quarter": Source(
        "1 for 7, doubling; a modifier and Quarter double; times one plus the tricks over or under; Sun 5, Clean "
        "sun 10, Table 20, Clean table 20, Double table 40, the Sun and the Table one trick, the others none",
        SEVEN_UP,
        PLUS_DOUBLES | {"kvarte": 2},
        double_from(1, 7),
        nolo={
            code: Few(most, lambda _tricks, v=v: v, lambda beyond, v=v: v * (1 + beyond))
            for code, most, v in (
                ("sol", 1, 5),
                ("ren_sol", 0, 10),
                ("bordlaegger", 1, 20),
                ("ren_bordlaegger", 0, 20),
                ("dobbelt_bordlaegger", 0, 40),
            )
        },
        silent=("joined", "alone"),
    ),
    "whistklubben": Source(
        "no prices; from 8; sol one trick, solo nolo none, bordlægger one, ren bordlægger none",
        EIGHT_UP,
        dict.fromkeys(("plain", "vip", "staerke", "gode", "halve", "sans"), 1),
        nolo={
            "sol": Few(1, int, int),
            "ren_sol": Few(0, int, int),
            "bordlaegger": Few(1, int, int),
            "ren_bordlaegger": Few(0, int, int),
        },
        silent=("lost", "nolo_lost", "joined", "alone"),
        is_priced=False,
    ),
    "esmakker-wikipedia": Source(
        "1/8 for 7, doubling; an attachment and vip in the 1st turn double, the 2nd and 3rd turn again each; "
        "clubs turned in vip twice; 1, 2, 4, 8 and 16 from each; sol and bordlægger one trick, the others none",
        SEVEN_UP,
        {"plain": 1, "gode": 2, "staerke": 2, "halve": 2, "sans": 2, "kvarte": 2, "vip1": 2, "vip2": 4, "vip3": 8},
        double_from(F(1, 8), 7),
        nolo={
            "sol": same(1, 1),
            "ren_sol": same(0, 2),
            "bordlaegger": same(1, 4),
            "ren_bordlaegger": same(0, 8),
            "dobbelt_bordlaegger": None,
            "ren_bordlaegger_med_snak": same(0, 16),
        },
        trumps={("vip1", "clubs"): 2, ("vip2", "clubs"): 2, ("vip3", "clubs"): 2, ("gode", "clubs"): 1},
        silent=("lost", "nolo_lost", "joined", "alone"),
    ),
    "dansk-whist": Source(
        "no prices; grand 7, grandi the first seven; nolo the pair at most six, solo-nolo alone at most one",
        (7,),
        {"grand": 1, "grandi": 1},
        nolo={"nolo": Few(6, int, int), "sol": Few(1, int, int)},
        silent=("lost", "nolo_lost"),
        is_priced=False,
    ),
    "engelsk-whist": Source("the winning pair one point for each trick above six"),
    "call-ace-euchre": Source(
        "alone and all tricks as many as the players, alone 1; with a partner all tricks 2 each, 3 with five and "
        "six; 1 each; euchred 2 to every other"
    ),
    "it-whist": Source(
        "5 for 7, doubling to 320; vip, halve, sans, gode double; one more for each overtrick; lost twice for "
        "each missing; 50, 100, 150, 200 from each and double lost; ren sol and super bordlægger none",
        SEVEN_UP,
        PLUS_DOUBLES,
        double_from(5, 7),
        lost=missing(twice_each_missing),
        nolo={
            "sol": double(1, 50),
            "ren_sol": double(0, 100),
            "bordlaegger": double(1, 150),
            "super_bordlaegger": double(0, 200),
        },
        silent=("limits", "joined"),
    ),
    "pywhist": Source(
        "5 for 7, doubling; gode as plain, halve and sans double, vip twice its flips, and twice that with clubs "
        "or none; lost twice for each missing; three times alone; 50, 100, 200, 400; sol one, ren sol none; each "
        "for himself",
        SEVEN_UP,
        {"plain": 1, "gode": 1, "halve": 2, "sans": 2, "vip1": 2, "vip2": 4, "vip3": 6},
        double_from(5, 7),
        lost=missing(twice_each_missing),
        nolo={
            "sol": same(1, 50),
            "ren_sol": same(0, 100),
            "bordlaegger": same(1, 200),
            "ren_bordlaegger": same(0, 400),
        },
        trumps={(f"vip{turn}", trump): 2 for turn in (1, 2, 3) for trump in ("clubs", "none")},
        silent=("limits", "nolo_lost"),
    ),
    "danish-wist": Source(
        "10 for 7, doubling; flip, clubs and halves double; every trick taken is paid, twice each missing; alone "
        "each of three; no sun, no sans",
        SEVEN_UP,
        {"plain": 1, "vip": 2, "gode": 2, "halve": 2},
        double_from(10, 7),
        won=lambda price, _level, tricks: price * tricks,
        lost=missing(twice_each_missing),
    ),
    "es-makker-points": Source(
        "a row of values, its next rows for gode, halve and the turns of vip, ending at 32; times the tricks "
        "above six; lost the row after for each missing; thirteen is fourteen, bid and taken; rounded up; 2, 3, "
        "4, 5, lost likewise",
        SEVEN_UP,
        {"plain": 0, "gode": 1, "halve": 1, "vip1": 1, "vip2": 2, "vip3": 3},  # rows further up
        price=lambda level, rows: fourteen(level) + rows,
        won=lambda row, _level, tricks: up(value_of_row(int(row)) * (fourteen(tricks) - 6)),
        lost=lambda row, level, tricks: up(value_of_row(int(row) + 1) * (fourteen(level) - tricks)),
        nolo={
            "sol": same(1, 2),
            "ren_sol": same(0, 3),
            "bordlaegger": same(1, 4),
            "ren_bordlaegger": same(0, 5),
        },
    ),
    "whist-scoreboard": Source(
        "1 for 7, doubling; halve, vip, sans, gode double; lost twice for each missing; sol 4 at most one, ren "
        "sol 8, oplægger 16 none; lost twice the price for each too many",
        SEVEN_UP,
        PLUS_DOUBLES,
        double_from(1, 7),
        lost=missing(twice_each_missing),
        nolo={
            code: Few(most, lambda _tricks, v=v: v, lambda beyond, v=v: 2 * v * beyond)
            for code, most, v in (("sol", 1, 4), ("ren_sol", 0, 8), ("oplaegger", 0, 16))
        },
        silent=("joined", "alone"),
    ),
    "whistzilla": Source(
        "1 for 7, doubling; halve and gode 2, vip 3, 4 and 6; times the tricks above six; lost times one more "
        "than is missing; sol 16 one trick, ren sol 32, bordlægger 64 and super bordlægger 128 none; nobody goes "
        "along",
        SEVEN_UP,
        {"plain": 1, "halve": 2, "gode": 2, "vip1": 3, "vip2": 4, "vip3": 6},
        double_from(1, 7),
        won=lambda price, _level, tricks: price * (tricks - 6),
        nolo={
            "sol": same(1, 16),
            "ren_sol": same(0, 32),
            "bordlaegger": same(0, 64),
            "super_bordlaegger": same(0, 128),
        },
    ),
    "jungs-jydewhist": Source(
        "10 and 7 for each of 30 contracts below; vip the plain price times its turn; 1 for each over, 5 for each "
        "under; sol 73 with one, 74 with none, 5 for each beyond; ren sol 108 and 5 for each",
        SEVEN_UP,
        {"plain": 0, "halve": -1, "gode": -2, "vip1": 1, "vip2": 2, "vip3": 3},
        price=jungs,
        won=lambda price, level, tricks: price + tricks - level,
        lost=lambda price, level, tricks: price + 5 * (level - tricks),
        nolo={
            "sol": Few(1, lambda tricks: 73 + (tricks == 0), lambda beyond: 73 + 5 * beyond),
            "ren_sol": Few(0, lambda _tricks: 108, lambda beyond: 108 + 5 * beyond),
        },
        silent=("joined",),
    ),
    "whist2": Source(
        "1 for 8, doubling; sans, halve, gode 2, vip 2, 4, 8; two more than the overtricks; lost for each "
        "missing; all 13 or none twice; clubs in the 3rd turn twice when made; sol 4 one trick; ren sol 8, halv "
        "bordlægger 16 and bordlægger 32 none, lost the same",
        EIGHT_UP,
        {"plain": 1, "gode": 2, "halve": 2, "sans": 2, "vip1": 2, "vip2": 4, "vip3": 8},
        double_from(1, 8),
        won=lambda price, level, tricks: price * (tricks - level + 2) * (2 if tricks == 13 else 1),
        lost=lambda price, level, tricks: price * (level - tricks) * (2 if tricks == 0 else 1),
        nolo={
            "sol": same(1, 4),
            "ren_sol": same(0, 8),
            "halv_bordlaegger": same(0, 16),
            "bordlaegger": same(0, 32),
        },
    ),
    "laederwhist": Source(
        "kroner per trick in three classes; one more for each over, lost each missing; 2.50, 6 and 14, lost the "
        "same; two on a nolo each for himself; three times alone",
        EIGHT_UP,
        {"plain": 0, "vip1": 0, "halve": 1, "sans": 1, "vip2": 1, "gode": 2, "vip3": 2},
        price=LAEDER,
        lost=missing(each_missing),
        nolo={"sol": same(1, F(5, 2)), "ren_sol": same(0, 6), "bordlaegger": same(1, 14)},
        silent=("limits",),
    ),
    "g-formula": Source(
        "1 for 7, doubling; vip 1.5, gode 2; lost twice for each missing; 6 times 1, 2, 4, 8 and twice lost; at "
        "most one, none, one, none; one player only",
        SEVEN_UP,
        {"plain": 1, "vip": F(3, 2), "gode": 2},
        double_from(1, 7),
        lost=missing(twice_each_missing),
        nolo={
            "sol": double(1, 6),
            "ren_sol": double(0, 12),
            "bordlaegger": double(1, 24),
            "ren_bordlaegger": double(0, 48),
        },
        silent=("joined",),
    ),
    "gamr": Source(
        "a quarter for 7, doubling; clubs and gran twice, vip doubled by each turn; each over, at least once; "
        "lost each missing; 6, 12 and 24 in all, lost the same; sol at most one, the others none; each for "
        "himself",
        SEVEN_UP,
        {"plain": 1, "gode": 2, "sans": 2, "vip1": 2, "vip2": 4, "vip3": 8},
        double_from(F(1, 4), 7),
        won=lambda price, level, tricks: price * max(1, tricks - level),
        lost=missing(each_missing),
        nolo={"sol": same(1, 2), "ren_sol": same(0, 4), "bordlaegger": same(0, 8)},
    ),
    "grundtakst": Source(
        "0.50 for 7, doubling; gode or sans twice, halve twice, vip twice for each turn, together; half a slam "
        "rate of 16 at 12 tricks and all of it at 13; lost twice for each missing; sol 4, twice, four times",
        SEVEN_UP,
        GRUNDTAKST,
        double_from(F(1, 2), 7),
        won=lambda price, level, tricks: made_price(price, tricks - level) + {12: 8, 13: 16}.get(tricks, 0),
        lost=missing(twice_each_missing),
        nolo={"sol": same(1, 4), "ren_sol": same(0, 8), "oplaegger": same(0, 16)},
        silent=("nolo_lost", "joined", "alone"),
    ),
    "vest-gui": Source(
        "10 20 40 60 80 100 200, once; lost twice for each missing; 90, 180, 360 in all, lost twice for each too many",
        SEVEN_UP,
        {"plain": 0},
        price=VEST,
        won=lambda price, _level, _tricks: price,
        lost=missing(twice_each_missing),
        nolo={
            code: Few(most, lambda _tricks, v=v: v, lambda beyond, v=v: 2 * v * beyond)
            for code, most, v in (("sol", 1, 30), ("ren_sol", 0, 60), ("bordlaegger", 1, 120))
        },
        silent=("limits", "joined", "alone"),
    ),
    "whist-ai": Source(
        "0 to 5 and 25, and the tricks above six; lost the base and two for each missing; sol 2 at most one; ren "
        "sol 4 and bordlægger 8 none; on success each pays the declarer, on failure the declarer pays each",
        SEVEN_UP,
        {"plain": 0},
        price=WHIST_AI,
        won=lambda base, _level, tricks: base + tricks - 6,
        lost=lambda base, level, tricks: base + 2 * (level - tricks),
        nolo={"sol": same(1, 2), "ren_sol": same(0, 4), "bordlaegger": same(0, 8)},
        silent=("joined", "alone"),
    ),
    "es-makker-2i9": Source(
        "2, 3 or 4 times 9 or 10 tricks, won or lost",
        (9, 10),
        {"to": 2, "tre": 3, "fire": 4},
        price=lambda level, times: level * times,
        won=lambda price, _level, _tricks: price,
        lost=lambda price, _level, _tricks: price,
        silent=("alone",),
    ),
    "whist-score-tracker": Source(
        "half a point for 7, doubling; vip 1.25, strong 1.5, half 1.75; one more for each over or under, rounded; "
        "7 half is 1; sun 3, 6, 12, 24 in all",
        SEVEN_UP,
        {"plain": 1, "vip": F(5, 4), "staerke": F(3, 2), "halve": F(7, 4)},
        price=lambda level, times: 1 if (level, times) == (7, F(7, 4)) else F(1, 2) * 2 ** (level - 7) * times,
        won=lambda price, level, tricks: half_up(made_price(price, tricks - level)),
        lost=lambda price, level, tricks: half_up(made_price(price, level - tricks)),
        nolo={
            "sol": same(1, 1),
            "ren_sol": same(0, 2),
            "bordlaegger": same(1, 4),
            "ren_bordlaegger": same(0, 8),
        },
        lone=lambda amount: half_up(F(amount) / 3),
        silent=("limits", "joined"),
    ),
    "lakse": Source(
        "made 5 for 7, doubling, times the attachment, half as much for each over; lost 2 likewise for one more "
        "than is missing; gode and vip 1.25, halve 1.75, sans 2; rounded up",
        SEVEN_UP,
        {"plain": 1, "gode": F(5, 4), "vip": F(5, 4), "halve": F(7, 4), "sans": 2},
        price=double_from(1, 7),
        won=lambda size, level, tricks: up(5 * size * (1 + F(tricks - level, 2))),
        lost=lambda size, level, tricks: up(2 * size * (1 + level - tricks)),
    ),
    "ladder-16": Source(
        "2 4 4 8 8 16 16 32 32 64 64 128 for 8, 8+ to 13+; sol 10, ren sol 20, halv bordlægger 40, bordlægger 80",
        EIGHT_UP,
        {"plain": 1, "paahaeng": 2},
        double_from(2, 8),
        nolo={
            "sol": same(1, 10),
            "ren_sol": same(0, 20),
            "halv_bordlaegger": same(1, 40),
            "bordlaegger": same(0, 80),
        },
        silent=("limits", "lost", "nolo_lost", "joined", "alone"),
    ),
}
