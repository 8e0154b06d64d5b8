"""The form that fills a version's empty prices, laid out like the sheet on the wall."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import Remark, fill_prices
from ledger.rules.scoring.parameters.parameter import NEGATIVE_PRICE
from ledger.rules.scoring.scoring_table import Column, Price, ScoringRules
from ledger.rules.site.points import points_text
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.site.forms import PointsField, RefusingForm


class PriceField(PointsField):
    """A price in points: optional and never negative. `remark` is the checker's."""

    remark = ""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and value < 0:
            raise ValidationError(gettext(NEGATIVE_PRICE), code="negative")


class PricesForm(RefusingForm):
    """One field for each missing price of a table, named by its path in the table's document."""

    def __init__(self, data: QueryDict | None, *, scoring_table: ScoringRules) -> None:
        super().__init__(data)
        self.scoring_table = scoring_table
        self.pointed_out: list[str] = []  # of prices that are no field here
        for missing in scoring_table.missing_prices:
            field = PriceField(
                label=label_text(missing.label), denominator=scoring_table.unit_denominator, required=False
            )
            field.widget.attrs["aria-label"] = field.label
            self.fields[missing.path] = field

    def clean(self) -> dict[str, Any]:
        """At least one price must be typed."""
        cleaned = self.cleaned_data
        if not self.errors and all(units is None for units in cleaned.values()):
            raise ValidationError(_("Type at least one price."), code="nothing")
        return cleaned

    def prices(self) -> dict[str, str]:
        """The typed prices as exact text by path."""
        typed = {path: units for path, units in self.cleaned_data.items() if units is not None}
        return {path: points_text(units, self.scoring_table.unit_denominator) for path, units in typed.items()}

    def grid(self) -> list[tuple[int, list[tuple[Column, Price | None, Any]]]]:
        """The sheet: a row per level, and for each column its price, or the field to type it in."""
        return [
            (
                level,
                [
                    (column, row[column.code], self._field(f"values.{level}.{column.code}"))
                    for column in self.scoring_table.columns
                ],
            )
            for level, row in self.scoring_table.prices.items()
        ]

    def has_grid(self) -> bool:
        """Whether any price of the sheet is missing."""
        return any(path.startswith("values.") for path in self.fields)

    def others(self) -> list[Any]:
        """The fields of the contracts beside the sheet: nolo and pasnolo."""
        return [self[path] for path in self.fields if not path.startswith("values.")]

    def doubts(self, document: Mapping[str, Any]) -> list[Remark]:
        """Remarks of the checker that the typed prices add, each beside its price.

        Raises Refusal with the path of a price that the document cannot hold.
        """
        known = [remark.cell for remark in check_scoring_table(document) if not remark.is_error]
        remarks = check_scoring_table(fill_prices(document, self.prices()))
        doubts = [remark for remark in remarks if not remark.is_error and remark.cell not in known]
        for remark in doubts:
            self._point_out(remark)
        return doubts

    def _point_out(self, remark: Remark) -> None:
        path = next((path for path in self.fields if f"{path}.".startswith(f"{remark.cell}.")), None)
        if path is None:
            self.pointed_out.append(refusal_text(remark))
            return
        field = self.fields[path]
        assert isinstance(field, PriceField)
        field.remark = refusal_text(remark)
        field.widget.attrs["class"] += " pointed"
        field.widget.attrs["aria-describedby"] = f"{self[path].auto_id}_remark"

    def _field(self, path: str) -> Any:
        return self[path] if path in self.fields else None
