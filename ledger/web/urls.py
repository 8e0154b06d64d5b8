"""Every address of the site, grouped by page."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from ledger.web import book
from ledger.web.clubs import account, front, members, register, settings
from ledger.web.clubs.account import ChangePassword, NewPassword
from ledger.web.deals import deals, entering, lines
from ledger.web.evenings import confirming, evenings, paper, seats
from ledger.web.imports import imports, rows
from ledger.web.keeping import founding, home, keeping
from ledger.web.scoring import drafts, tables
from ledger.web.seasons import rankings, seasons, standings, what_if
from ledger.web.site import sign_in
from ledger.web.statistics import club_figures, deals_list, player_page

EVENING = "<slug:slug>/evenings/<int:evening_number>/"
TABLE = f"{EVENING}tables/<int:table_number>/"
DEAL = f"{EVENING}deals/<int:deal_number>/"
VERSION = "<slug:slug>/tables/<int:version_id>/"
PLAYER = "<slug:slug>/players/<slug:player_slug>/"
INVITATION = "<slug:slug>/members/invitations/<int:invitation_id>/"


def page(address: str, view: Callable[..., HttpResponseBase]) -> URLPattern:
    """A page that has the name of its view."""
    return path(address, view, name=view.__name__)


urlpatterns = [
    # First what is read most, and what pages ask every five seconds: each pattern before takes its time. None of these
    # hides an address of the site's own, since none of those has such a second word.
    page("<slug:slug>/standings/", standings.standings),
    page(EVENING, evenings.evening),
    path(f"{EVENING}sheet/", evenings.evening_sheet, name="sheet"),
    path(f"{TABLE}so-far/", entering.evening_so_far, name="so_far"),
    page("<slug:slug>/players/add/", register.players_add),
    page("<slug:slug>/players/<slug:player_slug>/", player_page.player),
    # And then the rest, by what it is about.
    page("", home.home),
    page("health", home.health),
    page("robots.txt", home.robots_txt),
    page(".well-known/security.txt", home.security_txt),
    page("privacy/", home.privacy),
    page("start/", founding.start_club),
    page("start/from-file/", founding.bring_club),
    page("language/<str:language_code>/", home.choose_language),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    page("sign-in/code/", sign_in.sign_in_code),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    page("account/", account.account),
    page("account/e-mail/", account.own_address),
    page("account/e-mail/<str:token>/", account.address_confirm),
    page("password/forgotten/", account.forgotten),
    page("account/sessions/end-others/", account.other_sessions_end),
    page("account/second-factor/", account.second_factor),
    page("account/second-factor/codes/", account.recovery_codes),
    page("account/second-factor/off/", account.second_factor_off),
    path("password/", ChangePassword.as_view(), name="change_password"),
    path("password/<str:uidb64>/<str:token>/", NewPassword.as_view(), name="new_password"),
    page("welcome/", members.invitation),
    page("welcome/<str:token>/", members.welcome),
    # Behind all that is the site's own, by which no club may be called (services/clubs/addresses.py).
    path("<slug:slug>/", front.front, name="club"),
    path("<slug:slug>/menu/", front.menu, name="club_menu"),
    page("<slug:slug>/guide/", front.guide),
    page("<slug:slug>/words/", front.rule_words),
    page("<slug:slug>/remove-sample/", front.remove_sample),
    page("<slug:slug>/read/<slug:token>/", settings.read_by_link),
    page("<slug:slug>/read/<slug:token>/<path:page>", settings.read_by_link),
    page("<slug:slug>/outsider/", settings.see_as_outsider),
    page("<slug:slug>/outsider/end/", settings.see_as_oneself),
    path("<slug:slug>/settings/", settings.club_settings, name="settings"),
    page("<slug:slug>/links/", settings.links),
    page("<slug:slug>/links/new/", settings.link_new),
    page("<slug:slug>/links/<int:link_id>/withdraw/", settings.link_withdraw),
    page("<slug:slug>/log/", book.log),
    page("<slug:slug>/ranking/", rankings.ranking),
    page("<slug:slug>/ranking/change/", rankings.ranking_change),
    page("<slug:slug>/figures/", club_figures.club_figures),
    page("<slug:slug>/figures/contracts.csv", club_figures.contracts_csv),
    page("<slug:slug>/figures/milestones/", club_figures.milestones),
    page("<slug:slug>/seasons/", seasons.seasons),
    page("<slug:slug>/seasons/new/", seasons.season_new),
    page("<slug:slug>/seasons/<slug:season_slug>/", seasons.season),
    page("<slug:slug>/seasons/<slug:season_slug>/change/", seasons.season_change),
    page("<slug:slug>/seasons/<slug:season_slug>/close/", seasons.season_close),
    page("<slug:slug>/seasons/<slug:season_slug>/closing/", seasons.closing_sheet),
    page("<slug:slug>/seasons/<slug:season_slug>/workbook.xlsx", seasons.workbook),
    page("<slug:slug>/seasons/<slug:season_slug>/season.zip", seasons.season_files),
    page("<slug:slug>/seasons/<slug:season_slug>/curve/", club_figures.season_curve),
    page("<slug:slug>/seasons/<slug:season_slug>/curve.csv", club_figures.season_curve_csv),
    page("<slug:slug>/seasons/<slug:season_slug>/attendance/", club_figures.season_attendance),
    page("<slug:slug>/seasons/<slug:season_slug>/attendance.csv", club_figures.season_attendance_csv),
    page("<slug:slug>/seasons/<slug:season_slug>/review/", club_figures.season_review),
    page("<slug:slug>/seasons/<slug:season_slug>/what-if/", what_if.what_if),
    page("<slug:slug>/evenings/new/", evenings.evening_new),
    page("<slug:slug>/evenings/new/draw/", seats.draw_new),
    page(f"{EVENING}change/", seasons.evening_change),
    page(f"{EVENING}remove/", seasons.evening_remove),
    page(f"{EVENING}seats/", seats.seats),
    page(f"{EVENING}attendance/", seats.attendance),
    page(f"{EVENING}approve/", evenings.evening_approve),
    page(f"{EVENING}reopen/", evenings.evening_reopen),
    path(f"{EVENING}links/", confirming.links, name="sheet_links"),
    page(f"{EVENING}complaints/<int:complaint_id>/", confirming.complaint),
    page("<slug:slug>/sheet/<slug:token>/", confirming.sheet_by_link),
    page(f"{EVENING}draw/", seats.draw),
    page(f"{EVENING}draw/again/", seats.draw_anew),
    page(f"{EVENING}ladder/", tables.ladder),
    page(f"{EVENING}ladder/draw/", tables.ladder_draw),
    page(f"{EVENING}deals/new/", entering.deal_new),
    page(f"{EVENING}deals/line/", lines.deal_line),
    page(f"{EVENING}deals/paste/", lines.deal_paste),
    page(f"{TABLE}deals/new/", entering.deal_new),
    page(f"{TABLE}deals/said/", entering.deal_sentence),
    page(f"{TABLE}deals/line/", lines.deal_line),
    page(f"{TABLE}deals/paste/", lines.deal_paste),
    page(f"{EVENING}paper/", paper.paper),
    page(f"{TABLE}paper/", paper.paper),
    page(f"{TABLE}paper/total/", paper.paper_total),
    page(f"{TABLE}paper/withdraw/", paper.paper_withdraw),
    page(f"{EVENING}deals.txt", lines.deals_text),
    path(f"{TABLE}deals.txt", RedirectView.as_view(url="../../deals.txt")),
    page(DEAL, deals.deal),
    page(f"{DEAL}correct/", deals.deal_correct),
    page(f"{DEAL}said/", deals.correction_sentence),
    page(f"{DEAL}void/", deals.deal_void),
    page(f"{DEAL}restore/", deals.deal_restore),
    page(f"{DEAL}undo/", deals.deal_undo),
    page("<slug:slug>/deals/", deals_list.deals),
    page("<slug:slug>/deals.csv", deals_list.deals_csv),
    path("<slug:slug>/audit/", keeping.audit_page, name="audit"),
    page("<slug:slug>/imports/", imports.imports),
    page("<slug:slug>/imports/list/", imports.name_list),
    page("<slug:slug>/imports/entry.xlsx", rows.entry_xlsx),
    page("<slug:slug>/imports/<int:import_number>/", imports.book_import),
    page("<slug:slug>/imports/drafts/<int:book_draft_id>/", imports.import_draft),
    page("<slug:slug>/imports/drafts/<int:book_draft_id>/rows/", rows.import_rows),
    page("<slug:slug>/imports/drafts/<int:book_draft_id>/rows/workbook.xlsx", rows.import_verdict),
    page("<slug:slug>/imports/drafts/<int:book_draft_id>/give-up/", imports.import_discard),
    page("<slug:slug>/hand-over/", keeping.hand_over),
    page("<slug:slug>/hand-over/club-file/", keeping.club_file),
    page("<slug:slug>/hand-over/backup/", keeping.newest_backup_file),
    page("<slug:slug>/hand-over/moving/", keeping.moving_guide),
    page("<slug:slug>/hand-over/moved/", keeping.club_moved),
    page("<slug:slug>/hand-over/moved/take-back/", keeping.club_back),
    page("<slug:slug>/members/", members.members),
    page(f"{INVITATION}renew/", members.invitation_renew),
    page(f"{INVITATION}withdraw/", members.invitation_withdraw),
    page("<slug:slug>/members/former/<int:writer_number>/forget/", members.former_member_forget),
    page("<slug:slug>/members/<int:membership_id>/link/", members.member_link),
    page("<slug:slug>/members/<int:membership_id>/end/", members.member_end),
    page("<slug:slug>/own-name/", account.own_name),
    page("<slug:slug>/players/", register.players),
    path(f"{PLAYER}deals/", deals_list.player_deals, {"page": "deals"}, name="player_deals"),
    path(f"{PLAYER}deals.csv", deals_list.player_deals, {"page": "deals_csv"}, name="player_deals_csv"),
    page("<slug:slug>/players/<slug:player_slug>/change/", register.player_change),
    page("<slug:slug>/players/<slug:player_slug>/same/", register.player_same),
    page("<slug:slug>/players/<slug:player_slug>/kept.txt", register.player_kept),
    page("<slug:slug>/players/<slug:player_slug>/forget/", register.player_forget),
    page("<slug:slug>/tables/", tables.tables),
    page("<slug:slug>/tables/new/", drafts.draft_new),
    page("<slug:slug>/tables/import/", drafts.table_import),
    page("<slug:slug>/tables/drafts/<int:draft_id>/", drafts.draft),
    page("<slug:slug>/tables/drafts/<int:draft_id>/publish/", drafts.draft_publish),
    page("<slug:slug>/tables/drafts/<int:draft_id>/give-up/", drafts.draft_discard),
    page(VERSION, tables.table),
    page(f"{VERSION}table.json", drafts.table_json),
    page(f"{VERSION}try/", entering.try_deal),
    page(f"{VERSION}paper/", paper.blank_paper),
    page(f"{VERSION}prices/", tables.prices),
    page(f"{VERSION}changes/", tables.changes),
]
