"""The formulas of a deal's row: what is wrong with it, what everybody wins, and its keyboard line.

No price is worked out here: every amount is looked up among the outcomes of the price list. Texts are compared by
EXACT, since look-ups would take a name such as "*" for a pattern.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from openpyxl.utils import get_column_letter

from ledger.rules.site.labels import Label, Say, fill
from ledger.spreadsheets.imports.entry import entry_wording as wording
from ledger.spreadsheets.imports.entry.entry_book import EntryBook, EntryKind, PartnerRule
from ledger.spreadsheets.imports.entry.entry_columns import EntryColumns, area, at, head, others_away

LONGEST_NOTE = 150
NAMED = "Whist_{}"  # the names of the lists in the workbook


def list_name(what: str) -> str:
    """The name of a list in the workbook."""
    return NAMED.format(what)


def quote(text: str) -> str:
    """A text as a formula writes it."""
    return '"{}"'.format(text.replace('"', '""'))


class RowFormulas:
    """The formulas of one row, without their "="; `say` gives their words in the language of the file."""

    def __init__(self, book: EntryBook, columns: EntryColumns, row: int, say: Say) -> None:
        self.book, self.columns, self.row, self.say = book, columns, row, say
        self.heads = [head(column) for column in columns.chairs]
        self.names = f"{self.heads[0]}:{self.heads[-1]}"
        self.plays, self.on_side, self.stakes = (area(columns.each[what], row) for what in columns.each)
        self.others = area(columns.tricks_of, row) if columns.tricks_of else ""
        self.overs = others_away(book)

    def cell(self, what: str) -> str:
        """A cell of the row."""
        return self.columns.cell(what, self.row)

    def steps(self) -> Iterator[tuple[int, str]]:
        """Every formula of the row with its column."""
        for what, formula in self._of_row().items():
            yield self.columns.of[what], formula
        for chair, column in enumerate(self.columns.chairs):
            steps = {what: self.columns.each[what][chair] for what in self.columns.each}
            yield steps["plays"], self._plays(chair)
            yield steps["is_on_side"], self._is_on_side(chair, at(steps["plays"], self.row))
            yield steps["stake"], self._stake(chair, at(steps["plays"], self.row))
            yield column, self._points(chair, *(at(steps[what], self.row) for what in steps))

    def _of_row(self) -> dict[str, str]:
        cell, right = self.cell, quote(self.say(wording.RIGHT))
        points = area(self.columns.chairs, self.row)
        formulas = {
            "contract_at": self._place("contract"),
            "kind": f"IF({cell('contract_at')}=0,0,INDEX({list_name('kinds')},{cell('contract_at')}))",
            "attachment_at": self._attachment(),
            "trump_at": self._place("trump") if self.columns.has("trump") else "0",
            "flag_at": self._place("flag") if self.columns.has("flag") else "0",
            "rule": self._by_contract("rules"),
            "most": self._by_contract("most"),
            "declarer_at": self._chair("declarer"),
            "partner_at": self._chair("partner") if self.columns.has("partner") else "0",
            "dealer_at": self._chair("dealer"),
            **{f"{over}_at": self._chair(over) for over in self.overs},
            "is_alone": self._is_alone(),
            "price_row": self._price_row(),
            "in_play": f"SUM({self.plays})",
            "paid": self._price(0),
            "paid_other": self._price(1),
            "on_side": f"SUM({self.on_side})",
            "check": self._check(),
            "line": self._line_or_fault(right),
            "sum": f'IF({cell("check")}<>{right},"",ROUND(SUM({self._all_points()}),6))',
        }
        if self.columns.has("house"):
            formulas["house"] = f'IF({cell("check")}<>{right},"",-SUM({points}))'
        return formulas

    def _all_points(self) -> str:
        points = area(self.columns.chairs, self.row)
        return f"{points},{self.cell('house')}" if self.columns.has("house") else points

    # --- who and what

    def _place(self, what: str) -> str:
        """The place of what was chosen in its list, 0 for nothing and for what is not there."""
        cell, choices = self.cell(what), list_name(f"{what}s")
        return f'IF({cell}="",0,SUMPRODUCT(EXACT({choices},{cell})*(ROW({choices})-1)))'

    def _chair(self, what: str) -> str:
        cell, left = self.cell(what), self.columns.chairs[0] - 1
        return f'IF({cell}="",0,SUMPRODUCT(EXACT({self.names},{cell})*(COLUMN({self.names})-{left})))'

    def _attachment(self) -> str:
        if not self.columns.has("attachment"):
            return "0"
        plain = 1 if self.book.attachments[0].partner is not PartnerRule.ALONE else 0
        return f'IF({self.cell("kind")}<>1,0,IF({self.cell("attachment")}="",{plain},{self._place("attachment")}))'

    def _by_contract(self, what: str) -> str:
        """A fact of the contract, of its attachment if it has one."""
        of_contract = f"IF({self.cell('contract_at')}=0,0,INDEX({list_name(what)},{self.cell('contract_at')}))"
        if not self.columns.has("attachment"):
            return of_contract
        of_attachment = f"INDEX({list_name(f'attachment_{what}')},{self.cell('attachment_at')})"
        return f"IF({self.cell('attachment_at')}>0,{of_attachment},{of_contract})"

    def _is_alone(self) -> str:
        if not self.columns.has("partner"):
            return f"IF({self.cell('rule')}={PartnerRule.ALONE:d},1,0)"
        partner = self.cell("partner")
        words = (f"EXACT({partner},{quote(self.say(word))})" for word in (wording.OWN_PARTNER, wording.ACE_IN_CAT))
        may_be = f"AND({self.cell('rule')}={PartnerRule.OR_ALONE:d},OR({','.join(words)}))"
        return f"IF(OR({self.cell('rule')}={PartnerRule.ALONE:d},{may_be}),1,0)"

    def _price_row(self) -> str:
        """The row of the outcome: the first that there is without what changes no price."""
        trump, flag, alone = (self.cell(what) for what in ("trump_at", "flag_at", "is_alone"))
        trumps, flags = (
            [cell, "0"] if self.columns.has(what) else ["0"] for what, cell in (("trump", trump), ("flag", flag))
        )
        bid = f"{self.cell('contract_at')}*100+{self.cell('attachment_at')}"
        row = "0"
        # Being alone is left out first: where it pays something else, the outcome has a row of its own.
        for at_trump, at_flag, is_alone in reversed([*product(trumps, flags, (alone, "0"))]):
            row = f"IFERROR(MATCH(((({bid})*100+{at_trump})*100+{at_flag})*10+{is_alone},{list_name('keys')},0),{row})"
        return row

    def _price(self, side: int) -> str:
        """What the outcome pays, or its second side; a text where there is no price."""
        kind, row = self.cell("kind"), self.cell("price_row")
        if side and not self.book.has(EntryKind.PAIR_BOOK, EntryKind.ROLES, EntryKind.PENALTY):
            return "0"
        column = f"IF(OR({kind}=1,{kind}=3,{kind}=5),N({self.cell('tricks')}),IF({kind}=6,{self.cell('in_play')},0))+1"
        amount = f'IF({row}=0,"",INDEX({list_name("prices")},{row}{"+1" * side},{column}))'
        return f"IF(OR({kind}=5,{kind}=6,{kind}=8),{amount},0)" if side else f"IF({kind}=2,0,{amount})"

    # --- each chair

    def _plays(self, chair: int) -> str:
        name = self.heads[chair]
        if self.book.chairs <= self.book.seats[1]:
            return f'IF({name}="",0,1)'
        is_away = f"AND({self._count_of_names()}>{self.book.seats[1]},{self._is_away(chair)})"
        return f'IF({name}="",0,IF({is_away},0,1))'

    def _is_away(self, chair: int) -> str:
        """Whether a player sits out: the dealer, and of six or more the next ones clockwise unless others are named."""
        seat, dealer = chair + 1, self.cell("dealer_at")
        if not self.overs:
            return f"{dealer}={seat}"
        count = self._count_of_names()
        in_turn = f"MOD({seat}-{dealer},{count})<{count}-{self.book.seats[1]}"
        named = ",".join(f"{self.cell(f'{over}_at')}={seat}" for over in self.overs)
        return f"IF({self._are_named()},OR({dealer}={seat},{named}),{in_turn})"

    def _are_named(self) -> str:
        """Whether a row says who sits out besides the dealer."""
        return f"COUNTA({self._over_cells()})>0"

    def _over_cells(self) -> str:
        return ",".join(self.cell(over) for over in self.overs)

    def _count_of_names(self) -> str:
        return f'SUMPRODUCT(({self.names}<>"")*1)'

    def _is_on_side(self, chair: int, plays: str) -> str:
        """Whether a player is of the side that the contract pays together."""
        declarer, seat, kind = self.cell("declarer_at"), chair + 1, self.cell("kind")
        partner = f"{self.cell('partner_at')}={seat}"
        opposite = f"MOD({declarer}-1+INT({self.cell('in_play')}/2),MAX({self.cell('in_play')},1))+1={seat}"
        with_partner = opposite if self.book.pairs else f"AND({self.cell('is_alone')}=0,{partner})"
        sides = [f"AND(OR({kind}=1,{kind}=6),{with_partner})", f"AND({kind}<>5,{declarer}={seat})"]
        if self.book.has(EntryKind.PAIR_NOLO):
            sides.append(f"AND({kind}=3,{opposite})")
        if seat % 2 and self.book.has(EntryKind.PAIR_BOOK):
            sides.append(f"{kind}=5")
        return f"IF(AND({plays}=1,OR({','.join(sides)})),1,0)"

    def _stake(self, chair: int, plays: str) -> str:
        """What each opponent pays a player on a nolo; empty for one who is not on it."""
        declarer, tricks = f"{self.cell('declarer_at')}={chair + 1}", self.cell("tricks")
        if not self.book.has(EntryKind.NOLO):
            return '""'
        is_on_it = f"AND({self.cell('kind')}=2,{plays}=1,{self.cell('price_row')}>0"
        if not self.others:
            return f'IF({is_on_it},{declarer}),INDEX({list_name("prices")},{self.cell("price_row")},N({tricks})+1),"")'
        taken_at = at(self.columns.tricks_of[chair], self.row)
        stake = f"INDEX({list_name('prices')},{self.cell('price_row')},IF({declarer},N({tricks}),N({taken_at}))+1)"
        return f'IF({is_on_it},OR({declarer},{taken_at}<>"")),{stake},"")'

    def _points(self, chair: int, plays: str, on_side: str, stake: str) -> str:
        count, kind, paid = self.cell("in_play"), self.cell("kind"), self.cell("paid")
        others = f"INT(({count}-{self.cell('on_side')})/{self.cell('on_side')})"
        won = f"IF({on_side}=1,{paid}*{others},-{paid})"
        won = f"IF(OR({kind}=5,{kind}=6,{kind}=8),IF({on_side}=1,{paid},{self.cell('paid_other')}),{won})"
        if self.book.has(EntryKind.FREE_FOR_ALL):
            won = f"IF({kind}=4,{self._from_pot(chair)},{won})"
        if self.book.has(EntryKind.NOLO):
            total = f"SUM({self.stakes})"
            on_nolo = f"N({stake})*{count}-{total}"
            if self.book.joined == "outsiders":
                on_nolo = f'IF({stake}="",-{total},{stake}*({count}-COUNT({self.stakes})))'
            won = f"IF({kind}=2,{on_nolo},{won})"
        nothing = f"OR({self.cell('check')}<>{quote(self.say(wording.RIGHT))},{plays}=0)"
        return f'IF({nothing},"",IF({kind}=7,0,{won}))'

    def _from_pot(self, chair: int) -> str:
        taken_at, paid, fewest = at(self.columns.tricks_of[chair], self.row), self.cell("paid"), f"MIN({self.others})"
        pot = f"({self.book.tricks}-{self.cell('in_play')}*{fewest})"
        winners = f"COUNTIF({self.others},{fewest})"
        return f"IF({taken_at}={fewest},{paid}*{pot}/{winners},-{paid}*({taken_at}-{fewest}))"

    # --- what is wrong

    def _check(self) -> str:
        """The first thing that is wrong, OK for a whole deal, empty for an empty row."""
        last = self.columns.tricks_of[-1] if self.columns.tricks_of else self.columns.of["tricks"]
        typed = f"{self.cell('declarer')}:{at(last, self.row)}"
        check = quote(self.say(wording.RIGHT))
        for is_wrong, message in reversed([*self._faults()]):
            check = f"IF({is_wrong},{quote(self.say(message))},{check})"
        return f'IF(COUNTA({typed})=0,"",{check})'

    def _faults(self) -> Iterator[tuple[str, Label]]:
        book, kind, rule = self.book, self.cell("kind"), self.cell("rule")
        count = self._count_of_names()
        yield f"{count}<{book.seats[0]}", fill(wording.TOO_FEW, least=book.seats[0])
        yield self._is_badly_seated(count), wording.CHAIRS
        if book.chairs > book.seats[1]:
            yield f"AND({count}>{book.seats[1]},{self.cell('dealer_at')}=0)", wording.NO_DEALER
        if self.overs:
            yield f"AND({self._are_named()},{self._are_badly_named(count)})", wording.OTHERS_AWAY
        yield f"{kind}=0", wording.NO_CONTRACT
        if self.columns.has("attachment"):
            yield f"AND({kind}=1,{self.cell('attachment_at')}=0)", wording.NO_ATTACHMENT
        for what in ("trump", "flag"):
            if self.columns.has(what):
                heading = self.columns.headings[self.columns.of[what]]
                yield f'AND({self.cell(what)}<>"",{self.cell(f"{what}_at")}=0)', fill(wording.NOT_IN_LIST, what=heading)
        needs_one = f"OR({kind}<=3,{kind}=6,{kind}=8)"
        declarer = self.cell("declarer_at")
        yield f"AND({needs_one},IF({declarer}=0,TRUE,INDEX({self.plays},MAX({declarer},1))=0))", wording.NO_DECLARER
        if self.columns.has("partner"):
            yield from self._faults_of_partner(rule)
        yield from self._faults_of_tricks(kind)
        missing = [f"{self.cell('price_row')}=0", f"NOT(ISNUMBER({self.cell('paid')}))"]
        missing.append(f"NOT(ISNUMBER({self.cell('paid_other')}))")
        if book.has(EntryKind.NOLO):
            missing.append(f"AND({kind}=2,COUNT({self.stakes})<>{self._count_on_nolo()})")
        yield f"OR({','.join(missing)})", wording.NO_PRICE

    def _is_badly_seated(self, count: str) -> str:
        """Whether a chair between two is empty, or somebody sits on two."""
        left, names = self.columns.chairs[0] - 1, self.names
        places = f'SUMPRODUCT(({names}<>"")*(COLUMN({names})-{left}))'
        pairs = combinations(self.heads, 2)
        alike = (f'AND({first}<>"",EXACT({first},{second}))' for first, second in pairs)
        return f"OR({places}<>{count}*({count}+1)/2,{','.join(alike)})"

    def _are_badly_named(self, count: str) -> str:
        """Whether those who sit out besides the dealer are too few or too many, not at the table, or named twice."""
        ats = [self.cell("dealer_at"), *(self.cell(f"{over}_at") for over in self.overs)]
        twice = (f"AND({first}>0,{first}={second})" for first, second in combinations(ats, 2))
        known = "+".join(f"({at_cell}>0)" for at_cell in ats[1:])
        is_short = f"{known}<>{count}-{self.book.seats[1]}-1"
        return f"OR(COUNTA({self._over_cells()})<>{known},{is_short},{','.join(twice)})"

    def _faults_of_partner(self, rule: str) -> Iterator[tuple[str, Label]]:
        text, chair, alone = self.cell("partner"), self.cell("partner_at"), self.cell("is_alone")
        yield f"AND({chair}>0,{chair}={self.cell('declarer_at')})", wording.IS_DECLARER
        plays = f"IF({chair}=0,FALSE,INDEX({self.plays},MAX({chair},1))=1)"
        nobody = f"OR({rule}={PartnerRule.NOBODY:d},{rule}={PartnerRule.ALONE:d})"
        yield f'AND({nobody},{text}<>"")', wording.PARTNER_HERE
        may_lack = f'OR({nobody},AND({rule}={PartnerRule.IF_ANY:d},{text}=""))'
        yield f"AND(NOT({plays}),{alone}=0,NOT({may_lack}))", wording.NO_PARTNER

    def _faults_of_tricks(self, kind: str) -> Iterator[tuple[str, Label]]:
        tricks, most = self.cell("tricks"), self.cell("most")
        is_number = f"IF(ISNUMBER({tricks}),OR({tricks}<0,{tricks}>{most},{tricks}<>INT({tricks})),TRUE)"
        has_tricks = f"OR({kind}<=3,{kind}=5)"
        yield f"AND({has_tricks},{is_number})", fill(wording.BAD_TRICKS, most=self.book.tricks)
        if not self.others:
            return
        others, all_tricks = self.others, self.book.tricks
        yield f"AND({kind}<>2,{kind}<>4,COUNTA({others})>0)", wording.OTHER_TRICKS
        are_bad = f'SUMPRODUCT(({others}<>"")*({self.plays}=0))+COUNTA({others})-COUNT({others})'
        bounds = f"MIN(0,{others})<0,MAX(0,{others})>{all_tricks},IFERROR(SUMPRODUCT(ABS({others}-INT({others}))),1)>0"
        yield f"OR({are_bad}>0,{bounds})", fill(wording.BAD_TRICKS, most=all_tricks)
        if self.book.has(EntryKind.NOLO):
            yield f"AND({kind}=2,N({tricks})+SUM({others})>{all_tricks})", fill(wording.MOST_TRICKS, most=all_tricks)
        if self.book.has(EntryKind.FREE_FOR_ALL):
            is_short = f"OR(SUM({others})<>{all_tricks},COUNT({others})<>{self.cell('in_play')})"
            yield f"AND({kind}=4,{is_short})", fill(wording.EVERYONES_TRICKS, most=all_tricks)

    def _count_on_nolo(self) -> str:
        if not self.others:
            return "1"
        taken_at = f"INDEX({self.others},MAX({self.cell('declarer_at')},1))"
        return f'COUNTA({self.others})+IF({taken_at}="",1,0)'

    # --- the keyboard line

    def _line_or_fault(self, right: str) -> str:
        """The line of a whole deal; of any other the column at fault and what is wrong, as the site reads it."""
        check, where = self.cell("check"), quote(get_column_letter(self.columns.of["check"]))
        for message, what in reversed(self._places()):
            where = f"IF({check}={quote(self.say(message))},{quote(get_column_letter(what))},{where})"
        return f'IF({check}="","",IF({check}={right},{self._line()},"?"&{where}&" "&{check}))'

    def _places(self) -> list[tuple[Label, int]]:
        """The column in which each fault is mended."""
        of, first = self.columns.of, self.columns.chairs[0]
        places: list[tuple[Label, int]] = [
            (fill(wording.TOO_FEW, least=self.book.seats[0]), first),
            (wording.CHAIRS, first),
            (wording.NO_DEALER, of["dealer"]),
            (wording.NO_CONTRACT, of["contract"]),
            (wording.NO_DECLARER, of["declarer"]),
            (fill(wording.BAD_TRICKS, most=self.book.tricks), of["tricks"]),
            (wording.NO_PRICE, of["contract"]),
        ]
        optional = {
            "attachment": [wording.NO_ATTACHMENT],
            "partner": [wording.IS_DECLARER, wording.PARTNER_HERE, wording.NO_PARTNER],
            "over1": [wording.OTHERS_AWAY],
        }
        places += [(message, of[what]) for what, messages in optional.items() if what in of for message in messages]
        not_in_list = [of[what] for what in ("trump", "flag") if what in of]
        places += [(fill(wording.NOT_IN_LIST, what=self.columns.headings[column]), column) for column in not_in_list]
        if self.columns.tricks_of:
            of_others = (
                wording.OTHER_TRICKS,
                fill(wording.MOST_TRICKS, most=self.book.tricks),
                fill(wording.EVERYONES_TRICKS, most=self.book.tricks),
            )
            places += [(message, self.columns.tricks_of[0]) for message in of_others]
        return places

    def _line(self) -> str:
        kind = self.cell("kind")
        words = f"INDEX({list_name('lines')},{self.cell('price_row')})"
        declarer, tricks = self.cell("declarer_at"), self.cell("tricks")
        lines = {
            EntryKind.TRICKS: f'{declarer}&{words}&{self._partner_in_line()}&"="&{tricks}',
            EntryKind.NOLO: f'{declarer}&{words}&"="&{tricks}{self._joiners_in_line()}',
            EntryKind.PAIR_NOLO: f'{declarer}&{words}&"="&{tricks}',
            EntryKind.FREE_FOR_ALL: f"{words}{self._everybody_in_line()}",
            EntryKind.PAIR_BOOK: f'{tricks}&"-"&({self.book.tricks}-{tricks})',
            EntryKind.ROLES: f'{declarer}&{words}&IF({self.cell("partner_at")}>0,{self.cell("partner_at")},"")',
            EntryKind.PENALTY: f'"!"&{declarer}&{words}',
        }
        line = words
        for of_kind, text in lines.items():
            if self.book.has(of_kind):
                line = f"IF({kind}={of_kind:d},{text},{line})"
        note = self.cell("note")
        dealer = f'IF({self.cell("dealer_at")}>0," @"&{self.cell("dealer_at")},"")'
        return f'{line}&{dealer}{self._away_in_line()}&IF(TRIM({note})="",""," ; "&LEFT({note},{LONGEST_NOTE}))'

    def _away_in_line(self) -> str:
        """Who sits out where it is not the dealer alone, by their chairs."""
        if not self.overs:
            return ""
        names = zip(self.heads, self.columns.each["plays"], strict=True)
        away = "&".join(
            f'IF(AND({name}<>"",{at(plays, self.row)}=0),{chair},"")' for chair, (name, plays) in enumerate(names, 1)
        )
        return f'&IF({self._count_of_names()}>{self.book.seats[1] + 1}," ~"&{away},"")'

    def _partner_in_line(self) -> str:
        if not self.columns.has("partner"):
            return '""'
        partner, in_cat = self.cell("partner_at"), quote(self.say(wording.ACE_IN_CAT))
        alone = f'IF(EXACT({self.cell("partner")},{in_cat}),"0",{self.cell("declarer_at")})'
        return f'IF({self.cell("rule")}={PartnerRule.ALONE:d},"",IF({partner}>0,{partner},{alone}))'

    def _joiners_in_line(self) -> str:
        return "".join(
            f'&IF(OR({taken_at}="",{self.cell("declarer_at")}={chair}),""," {chair}="&{taken_at})'
            for chair, taken_at in self._tricks()
        )

    def _everybody_in_line(self) -> str:
        by_name = zip(self.heads, self._tricks(), strict=False)
        return "".join(
            f'&IF({name}="",""," "&IF({taken_at}="",".",{taken_at}))' for name, (_chair, taken_at) in by_name
        )

    def _tricks(self) -> Sequence[tuple[int, str]]:
        """Each chair with the cell of its own tricks."""
        return [(chair, at(column, self.row)) for chair, column in enumerate(self.columns.tricks_of, 1)]
