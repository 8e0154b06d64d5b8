"""A hundred files made to hurt their reader: by kind, what each is, and how its answer begins."""

import gzip
import io
import random
import tarfile
from collections.abc import Callable
from warnings import catch_warnings
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile, ZipInfo

from tests.spreadsheets.imports.workbooks import (
    BOOK,
    BOOK_RELS,
    RELATION,
    RELS,
    SHEET,
    encrypted_zip,
    far_larger_than_it_says,
    format_of,
    lying_about_its_size,
    parts_with,
    sheet_beginning,
    sheets,
    zip_parts,
)

NEITHER = "This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv)."
DAMAGED = "The workbook is damaged."
TOO_LARGE = "The file is too large to be read here. Hand in one season at a time."
TAKES_TOO_MUCH = "This file takes more time or memory to read than a file may here."
PASSWORD = "The workbook has a password."
MACROS = "The workbook has macros in it."
LINKED = "The workbook takes numbers from other files."
EMPTY = "There is nothing in the file."
FAR_OUT = "A sheet has at most 20,000 rows and 300 columns here."
READ = "read"  # like any other

OLD = bytes.fromhex("d0cf11e0a1b11ae1")
STYLES_PART, TEXTS_PART = "xl/styles.xml", "xl/sharedStrings.xml"
BOOK_PART, RELS_PART = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
OUTSIDE = ' TargetMode="External"'
LONG = 4_800_000
MILLION = 1_000_000
CELL = '<row r="1"><c r="A1"><v>7</v></c></row>'
DECLARED = '<!DOCTYPE a [<!ENTITY a "1234567890"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
LAUGHS = "<!DOCTYPE a [<!ENTITY a0 'ha'>{}]><worksheet>&a9;</worksheet>".format(
    "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10))
)


def book(rows: str = CELL, texts: str = "", parts: dict[str, str | bytes] | None = None) -> bytes:
    """A small workbook with these rows, shared strings and other parts."""
    return zip_parts(parts_with(rows, texts) | (parts or {}))


def without(*names: str) -> bytes:
    return zip_parts({name: part for name, part in parts_with(CELL).items() if name not in names})


def cell(attributes: str, content: str, texts: str = "") -> bytes:
    return book(f'<row r="3"><c {attributes}>{content}</c></row>', texts)


def linked_workbook(kind: str, target: str, mode: str = "") -> bytes:
    """A workbook with one more relationship."""
    link = f'<Relationship Id="r9" Type="{RELATION}/{kind}" Target="{target}"{mode}/></Relationships>'
    return book(parts={RELS_PART: BOOK_RELS.replace("</Relationships>", link)})


def sheet_from(target: str, mode: str = "") -> bytes:
    """A workbook whose sheet is declared to lie elsewhere."""
    return book(parts={RELS_PART: BOOK_RELS.replace('"worksheets/sheet1.xml"', f'"{target}"{mode}')})


def declared_workbook(size: int) -> bytes:
    """A workbook whose directory declares its sheet to have so many bytes unzipped."""
    content = book()
    with ZipFile(io.BytesIO(content)) as archive:
        told = archive.getinfo(SHEET).file_size
    return content.replace(told.to_bytes(4, "little"), size.to_bytes(4, "little"))


def spoiled_workbook(at: int, with_what: bytes, content: bytes | None = None) -> bytes:
    """A workbook with some bytes replaced, counted from the end if `at` is negative."""
    content = content or book()
    at %= len(content)
    return content[:at] + with_what + content[at + len(with_what) :]


def repeated_workbook() -> bytes:
    """A workbook with each of its parts twice."""
    target = io.BytesIO()
    with ZipFile(target, "w") as archive, catch_warnings(action="ignore"):
        for name, part in [*parts_with(CELL).items()] * 2:
            archive.writestr(ZipInfo(name), part)
    return target.getvalue()


def tar() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("takst.xlsx"))
    return target.getvalue()


def formats(count: int, length: int, styles: int) -> bytes:
    """A workbook whose cell formats all use number formats of such a length."""
    codes = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{"[" * length}"/>' for n in range(count))
    cells = "".join(f'<xf numFmtId="{200 + n % count}"/>' for n in range(styles))
    return book(parts={STYLES_PART: f"<s><numFmts>{codes}</numFmts><cellXfs>{cells}</cellXfs></s>"})


Hostile = tuple[Callable[[], bytes], str]
HOSTILE: dict[str, dict[str, Hostile]] = {
    "no workbook": {
        "a page": (lambda: b"<html><table><tr><td>1</td></tr></table></html>", NEITHER),
        "nothing": (lambda: b"", NEITHER),
        "a list": (lambda: b"Trin;Alm.\r\n7;1/8\r\n", READ),
        "noise": (lambda: random.Random(1).randbytes(900_000), NEITHER),
        "only zeros": (lambda: bytes(900_000), NEITHER),
        "a program": (lambda: b"MZ" + bytes(2000), NEITHER),
        "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(2000), NEITHER),
        "a gzip bomb": (lambda: gzip.compress(bytes(100 * MILLION)), NEITHER),
        "a tar file": (tar, NEITHER),
        "any zip file": (lambda: zip_parts({"readme.txt": "hej"}), NEITHER),
        "a letter": (lambda: zip_parts({"_rels/.rels": RELS.replace("xl/workbook", "word/document")}), NEITHER),
        "a zip file in a zip file": (lambda: zip_parts({"takst.xlsx": book()}), NEITHER),
    },
    "another workbook, whatever it is called": {
        "macros": (lambda: book(parts={"xl/vbaProject.bin": "x"}), MACROS),
        "macros in other letters": (lambda: book(parts={"xl/VBAPROJECT.BIN": "x"}), MACROS),
        "macros under another name": (lambda: linked_workbook("vbaProject", "picture.png"), READ),
        "an old workbook": (lambda: OLD + bytes(2000), "This is a workbook of the old kind (.xls)."),
        "one behind a password": (lambda: OLD + bytes(900) + "EncryptedPackage".encode("utf-16-le"), PASSWORD),
        "an encrypted zip file": (encrypted_zip, PASSWORD),
        "a binary workbook": (lambda: zip_parts({"_rels/.rels": RELS, "xl/workbook.bin": "x"}), "This is a binary"),
        "an OpenDocument sheet": (
            lambda: zip_parts({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}),
            "This is an OpenDocument file (.ods).",
        ),
    },
    "damaged": {
        "half a file": (lambda: book()[:900], DAMAGED),
        "only a beginning": (lambda: b"PK\x03\x04", DAMAGED),
        "without its end": (lambda: book()[:-30], DAMAGED),
        "a spoiled directory": (lambda: spoiled_workbook(-200, bytes(100)), DAMAGED),
        "a spoiled part": (lambda: spoiled_workbook(60, b"\xff" * 900), DAMAGED),
        "bzip2": (lambda: zip_parts(parts_with(CELL), ZIP_BZIP2), DAMAGED),
        "lzma": (lambda: zip_parts(parts_with(CELL), ZIP_LZMA), DAMAGED),
        "a sheet that is not there": (lambda: without(SHEET), EMPTY),
        "a workbook that is not there": (lambda: without(BOOK_PART), DAMAGED),
        "an empty sheet": (lambda: book(parts={SHEET: ""}), DAMAGED),
        "a sheet that is no XML": (lambda: book(parts={SHEET: "hej"}), DAMAGED),
        "an unknown encoding": (lambda: book(parts={SHEET: '<?xml version="1.0" encoding="x-y"?><a/>'}), DAMAGED),
    },
    "a liar about its size": {
        "a hundred times what it says": (lying_about_its_size, DAMAGED),
        "100 MB that say they are 1 kB, with a checksum to fit": (lambda: far_larger_than_it_says(100), DAMAGED),
        "less than it says": (lambda: declared_workbook(4_000_000), READ),
        "nothing, as it says": (lambda: declared_workbook(0), DAMAGED),
        "four gigabytes, as it says": (lambda: declared_workbook(2**32 - 2), TOO_LARGE),
        "a dimension of every cell": (
            lambda: book(parts={SHEET: parts_with(CELL)[SHEET].replace("A1:A1", "A1:XFD1048576")}),
            READ,
        ),
        "more parts than there are": (lambda: spoiled_workbook(-12, b"\xff\xff"), READ),
        "a directory beyond the file": (lambda: spoiled_workbook(-6, b"\xff\xff\xff\x7f"), DAMAGED),
    },
    "a bomb": {
        "a larger file than is taken": (lambda: random.Random(1).randbytes(6 * MILLION), TOO_LARGE),
        "many parts": (lambda: book(parts={f"x{n}": "" for n in range(2500)}), TOO_LARGE),
        "parts by the ten thousand": (lambda: book(parts={f"x{n}": "" for n in range(9000)}), TOO_LARGE),
        "a zip bomb in a part that nobody reads": (
            lambda: book(parts={"xl/embeddings/a.zip": zip_parts({"a": bytes(100 * MILLION)})}),
            READ,
        ),
        "a sheet of 100 MB": (lambda: book(parts={SHEET: b" " * 100 * MILLION}), TOO_LARGE),
        "a picture of 100 MB": (lambda: book(parts={"xl/media/image1.png": bytes(100 * MILLION)}), TOO_LARGE),
        "many sheets": (lambda: zip_parts(sheets(41)), READ),
        "the same sheet thirty times": (lambda: zip_parts(sheets(30, "worksheets/sheet1.xml")), READ),
        "every part twice": (repeated_workbook, NEITHER),
        "a name of 60,000 characters": (lambda: book(parts={"x" * 60_000: "x"}), READ),
    },
    "far cells": {
        "the last column": (lambda: cell('r="XFD3"', "<v>1</v>"), f"Sheet Ark, row 3, column XFD: {FAR_OUT}"),
        "the last row": (
            lambda: book('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
            f"Sheet Ark, row 1048576, column A: {FAR_OUT}",
        ),
        "a column beyond the last": (lambda: cell('r="ZZZ3"', "<v>1</v>"), "Sheet Ark, row 3, column ZZZ"),
        "a row number of 100,000 digits": (lambda: book(f'<row r="{"9" * 100_000}"/>'), DAMAGED),
        "a row above the first": (lambda: book('<row r="-5"><c><v>7</v></c></row>'), EMPTY),
        "formats on every far cell, and nothing in them": (
            lambda: book(f'{CELL}<row r="2"><c r="XFD2" s="1"/></row><row r="1048576" s="1"/>'),
            READ,
        ),
    },
    "entities": {
        "a few": (lambda: book(parts={SHEET: f"{DECLARED}<worksheet>&b;</worksheet>"}), DAMAGED),
        "a billion laughs": (lambda: book(parts={SHEET: LAUGHS}), DAMAGED),
        "a long one, often": (
            lambda: book(parts={SHEET: f"<!DOCTYPE a [<!ENTITY a '{'x' * 90_000}'>]><w>{'&a;' * 90_000}</w>"}),
            DAMAGED,
        ),
        "a file of the server's": (
            lambda: book(parts={SHEET: '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><w>&a;</w>'}),
            DAMAGED,
        ),
        "another site": (
            lambda: book(parts={SHEET: '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><w/>'}),
            EMPTY,
        ),
        "parameters": (
            lambda: book(parts={SHEET: '<!DOCTYPE a [<!ENTITY % a SYSTEM "http://127.0.0.1:1/">%a;]><w/>'}),
            DAMAGED,
        ),
        "in the shared texts": (lambda: book(parts={TEXTS_PART: f"{DECLARED}<sst>&b;</sst>"}), DAMAGED),
        "in the formats": (lambda: book(parts={STYLES_PART: f"{DECLARED}<s>&b;</s>"}), DAMAGED),
        "in the list of sheets": (lambda: book(parts={BOOK_PART: DECLARED + BOOK}), DAMAGED),
        "in UTF-16": (lambda: book(parts={SHEET: f"{DECLARED}<w>&b;</w>".encode("utf-16")}), DAMAGED),
    },
    "made to be slow": {
        "a format of brackets": (lambda: zip_parts(format_of("[" * LONG)), TAKES_TOO_MUCH),
        "a format of escaped quotes": (lambda: zip_parts(format_of("&quot;\\" * (LONG // 7))), READ),
        "a format of brackets in quotes": (lambda: zip_parts(format_of("&quot;[" * (LONG // 7))), TAKES_TOO_MUCH),
        "a hundred thousand styles of one long format": (lambda: formats(1, 2 * MILLION, 90_000), TAKES_TOO_MUCH),
        "a thousand long formats": (lambda: formats(1000, 4000, 30_000), TAKES_TOO_MUCH),
        "a tag with a long value": (lambda: zip_parts(sheet_beginning(f"<a b='{'x' * LONG}'/>")), READ),
        "a long comment": (lambda: zip_parts(sheet_beginning(f"<!--{'x' * LONG}-->")), READ),
        "a long instruction": (lambda: zip_parts(sheet_beginning(f"<?a {'x' * LONG}?>")), READ),
        "a million cells": (lambda: book(f"<row>{'<c/>' * MILLION}</row>"), TAKES_TOO_MUCH),
        "a million texts": (lambda: book(texts="<si/>" * 900_000), READ),
        "a million styles": (lambda: book(parts={STYLES_PART: f"<a>{'<xf/>' * 900_000}</a>"}), READ),
        "a nest of a million": (lambda: book("<a>" * 900_000), TAKES_TOO_MUCH),
        "a nest as deep as it may be": (lambda: book("<a>" * 140_000), DAMAGED),
        "a tag of 400,000 attributes": (
            lambda: book(parts={SHEET: "<a {}/>".format(" ".join(f"a{n}=''" for n in range(400_000)))}),
            EMPTY,
        ),
        "a hundred thousand names": (
            lambda: book(parts={SHEET: f"<w>{''.join(f'<a{n}/>' for n in range(100_000))}</w>"}),
            EMPTY,
        ),
        "one text of a million, everywhere": (
            lambda: book(("<row>" + '<c t="s"><v>0</v></c>' * 60 + "</row>") * 600, f"<si><t>{'x' * MILLION}</t></si>"),
            READ,
        ),
        "one text as long as it may be, everywhere": (
            lambda: book(("<row>" + '<c t="s"><v>0</v></c>' * 60 + "</row>") * 600, f"<si><t>{'x' * 32_000}</t></si>"),
            READ,
        ),
    },
    "links": {
        "another workbook": (lambda: book(parts={"xl/externalLinks/externalLink1.xml": "<x/>"}), LINKED),
        "another workbook that is not told of": (
            lambda: linked_workbook("externalLink", "externalLinks/externalLink1.xml"),
            READ,
        ),
        "another site's workbook": (
            lambda: linked_workbook("externalLink", "http://127.0.0.1:1/", ' TargetMode="External"'),
            READ,
        ),
        "a formula that asks another site": (
            lambda: cell('r="A1" t="str"', "<f>WEBSERVICE(&quot;http://127.0.0.1:1/&quot;)</f><v>7</v>"),
            READ,
        ),
        "a formula that begins a program": (lambda: cell('r="A1" t="str"', "<f>cmd|'/c calc'!A0</f><v>7</v>"), READ),
        "a sheet on another site": (
            lambda: sheet_from("http://127.0.0.1:1/sheet1.xml", OUTSIDE),
            EMPTY,
        ),
        "a sheet that is a file of the server's": (lambda: sheet_from("../../../../etc/passwd"), EMPTY),
        "a sheet that is the list of sheets": (lambda: sheet_from("workbook.xml"), EMPTY),
        "a part that leads out of its folder": (lambda: book(parts={"xl/../../passwd": "x"}), READ),
    },
    "cells that are no text": {
        "a text that is not there": (lambda: cell('t="s"', "<v>7</v>"), DAMAGED),
        "a number that is none": (lambda: cell('r="A3"', "<v>0x7</v>"), DAMAGED),
        "a number of 100,000 digits": (
            lambda: cell('r="B3"', f"<v>{'9' * 100_000}</v>"),
            DAMAGED,
        ),
        "a number beyond all numbers": (lambda: cell('r="B3"', "<v>1E9999</v>"), DAMAGED),
        "a date": (lambda: cell('r="B3" s="1"', "<v>46235</v>"), READ),
        "a formula without a result": (lambda: cell('r="B3"', "<f>1+1</f>"), "Sheet Ark, row 3, column B: The formula"),
        "characters that are none": (lambda: cell('r="B3" t="str"', "<v>_xD800__x0000_</v>"), READ),
    },
}
EVERY = {f"{kind}: {name}": hostile for kind, files in HOSTILE.items() for name, hostile in files.items()}
A_FEW = {f"{kind}: {name}": hostile for kind, files in HOSTILE.items() for name, hostile in [*files.items()][:1]}
