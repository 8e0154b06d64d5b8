"""Fields say what is wrong beside themselves, keep what was typed, and read points strictly."""

import re
from datetime import date

import pytest
from django import forms
from django.utils.translation import override

from ledger.web.site.forms import DayInput, PointsField


class AdjustmentForm(forms.Form):
    day = forms.DateField(widget=DayInput())
    player = forms.ChoiceField(choices=[(1, "Anders"), (2, "Bodil")], widget=forms.RadioSelect())
    amount = PointsField(denominator=8, help_text="For example 1.5.")
    agreed = forms.BooleanField(label="Everybody agrees")
    reason = forms.CharField(required=False)


GOOD = {"day": "2026-11-20", "player": "2", "amount": "-1,5", "agreed": "on"}


@pytest.mark.parametrize("language", ["da", "en"])
@pytest.mark.parametrize(("typed", "units"), [("1,5", 12), ("1.5", 12), ("−0,125", -1), ("+4", 32), ("1/8", 1)])
def test_points_mean_the_same_in_both_languages(language, typed, units):
    with override(language):
        assert PointsField(denominator=8).clean(typed) == units
        assert PointsField(denominator=8, required=False).clean(" ") is None


@pytest.mark.parametrize(
    ("typed", "denominator", "sentence"),
    [
        ("", 8, "This field is required."),
        ("1.500", 8, "Write 1.500 without a separator for thousands."),
        ("0,1", 8, "Points are counted in steps of 1/8 here; 0,1 does not fit."),
        ("0,5", 1, "Points are whole numbers here; 0,5 does not fit."),
        ("🂡", 8, "“🂡” is not a number of points. Write for example 3, -0,25 or 1/8."),
    ],
)
def test_what_is_no_number_of_points_is_refused_with_a_sentence(typed, denominator, sentence):
    with override("en"):
        with pytest.raises(forms.ValidationError) as refused:
            PointsField(denominator=denominator).clean(typed)

        assert refused.value.messages == [sentence]


def test_stored_points_are_offered_as_they_would_be_typed_and_a_day_as_the_browsers_calendar_reads_it():
    with override("da"):
        form = AdjustmentForm(initial={"amount": -12, "day": date(2026, 11, 20)})
        points, day = str(form["amount"]), str(form["day"])

    assert re.search('value="(.*?)"', points).group(1) == "−1,5"
    assert re.search('type="date".*value="(.*?)"', day).group(1) == "2026-11-20"


def test_a_wrong_field_keeps_its_text_and_names_its_sentence():
    assert 'class="error' not in str(AdjustmentForm(GOOD))
    form = AdjustmentForm(GOOD | {"amount": "1.500"})

    drawn = form["amount"].as_field_group()

    assert 'class="field invalid"' in drawn
    assert 'value="1.500"' in drawn
    assert 'aria-invalid="true"' in drawn
    assert re.search('aria-describedby="(.*?)"', drawn).group(1) == "id_amount_helptext id_amount_error"
    assert {"id_amount", "id_amount_helptext", "id_amount_error"} == set(re.findall(' id="(.*?)"', drawn))


def test_the_summary_leads_to_every_wrong_field():
    drawn = str(AdjustmentForm({}))

    targets = re.findall('href="#(.*?)"', drawn)

    assert targets == ["id_day", "id_player_0", "id_amount", "id_agreed"]
    assert set(targets) <= set(re.findall(' id="(.*?)"', drawn))


def test_a_choice_is_drawn_as_keys_with_real_radios_in_a_group_with_a_name():
    drawn = AdjustmentForm(GOOD)["player"].as_field_group()

    assert re.findall(r'<label class="key"><input type="radio"[^>]*? value="(\d)"[^>]*? id="(\w+)"', drawn) == [
        ("1", "id_player_0"),
        ("2", "id_player_1"),
    ]
    assert re.search(r"<fieldset.*?<legend>(\w+)", drawn, re.DOTALL).group(1) == "Player"
    assert re.findall(r'value="(\d)"[^>]*? checked', drawn) == ["2"]


def test_only_what_may_be_left_out_says_so():
    with override("en"):
        form = AdjustmentForm()
        marked = [field.name for field in form if "(optional)" in field.as_field_group()]

    assert marked == ["reason"]
