"""Configuration only, no views; and which SQLite this process is given, before anything can ask for one."""

import sys
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

STANDARD_NAMES = ("sqlite3", "sqlite3.dbapi2")


class SoundSqlite:
    """Gives the pysqlite3 wheel, whose library is sound, to whoever imports sqlite3; the system's is not loaded at all.

    There is no wheel for every machine, on Linux only for x86-64; whistklub/sqlite.py says how an older library is run.
    The wheel is loaded when it is asked for, since PostgreSQL needs none.
    """

    @classmethod
    def find_spec(cls, name: str, *_where: Any) -> ModuleSpec | None:
        """What the import system asks of each of its finders."""
        if name in STANDARD_NAMES:
            with suppress(ImportError):
                import_module(f"py{name}")
                return ModuleSpec(name, cls)  # type: ignore[arg-type]  # has what a loader must have
        return None

    @staticmethod
    def create_module(spec: ModuleSpec) -> ModuleType:
        """The wheel's module in place of the standard library's."""
        return sys.modules[f"py{spec.name}"]

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Nothing, since the wheel's module was run when it was imported."""


for standard_name in STANDARD_NAMES:
    sys.modules.pop(standard_name, None)  # whoever came before this has the system's, and nobody after
sys.meta_path.insert(0, SoundSqlite)
