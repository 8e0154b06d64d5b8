"""Every address of the site, grouped by page."""

from django.urls import path
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

urlpatterns = [
    # First what is read most, and what pages ask every five seconds: each pattern before takes its time. None of these
    # hides an address of the site's own, since none of those has such a second word.
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path(EVENING, evenings.evening, name="evening"),
    path(f"{EVENING}sheet/", evenings.evening_sheet, name="sheet"),
    path(f"{TABLE}so-far/", entering.evening_so_far, name="so_far"),
    path("<slug:slug>/players/add/", register.players_add, name="players_add"),
    path("<slug:slug>/players/<slug:player_slug>/", player_page.player, name="player"),
    # And then the rest, by what it is about.
    path("", home.home, name="home"),
    path("health", home.health, name="health"),
    path("robots.txt", home.robots_txt, name="robots_txt"),
    path(".well-known/security.txt", home.security_txt, name="security_txt"),
    path("privacy/", home.privacy, name="privacy"),
    path("start/", founding.start_club, name="start_club"),
    path("start/from-file/", founding.bring_club, name="bring_club"),
    path("language/<str:language_code>/", home.choose_language, name="choose_language"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", sign_in.sign_in_code, name="sign_in_code"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("account/", account.account, name="account"),
    path("account/e-mail/", account.own_address, name="own_address"),
    path("account/e-mail/<str:token>/", account.address_confirm, name="address_confirm"),
    path("password/forgotten/", account.forgotten, name="forgotten"),
    path("account/sessions/end-others/", account.other_sessions_end, name="other_sessions_end"),
    path("account/second-factor/", account.second_factor, name="second_factor"),
    path("account/second-factor/codes/", account.recovery_codes, name="recovery_codes"),
    path("account/second-factor/off/", account.second_factor_off, name="second_factor_off"),
    path("password/", ChangePassword.as_view(), name="change_password"),
    path("password/<str:uidb64>/<str:token>/", NewPassword.as_view(), name="new_password"),
    path("welcome/", members.invitation, name="invitation"),
    path("welcome/<str:token>/", members.welcome, name="welcome"),
    # Behind all that is the site's own, by which no club may be called (services/clubs/addresses.py).
    path("<slug:slug>/", front.front, name="club"),
    path("<slug:slug>/menu/", front.menu, name="club_menu"),
    path("<slug:slug>/guide/", front.guide, name="guide"),
    path("<slug:slug>/words/", front.rule_words, name="rule_words"),
    path("<slug:slug>/remove-sample/", front.remove_sample, name="remove_sample"),
    path("<slug:slug>/read/<slug:token>/", settings.read_by_link, name="read_by_link"),
    path("<slug:slug>/read/<slug:token>/<path:page>", settings.read_by_link, name="read_by_link"),
    path("<slug:slug>/outsider/", settings.see_as_outsider, name="see_as_outsider"),
    path("<slug:slug>/outsider/end/", settings.see_as_oneself, name="see_as_oneself"),
    path("<slug:slug>/settings/", settings.club_settings, name="settings"),
    path("<slug:slug>/links/", settings.links, name="links"),
    path("<slug:slug>/links/new/", settings.link_new, name="link_new"),
    path("<slug:slug>/links/<int:link_id>/withdraw/", settings.link_withdraw, name="link_withdraw"),
    path("<slug:slug>/log/", book.log, name="log"),
    path("<slug:slug>/ranking/", rankings.ranking, name="ranking"),
    path("<slug:slug>/ranking/change/", rankings.ranking_change, name="ranking_change"),
    path("<slug:slug>/figures/", club_figures.club_figures, name="club_figures"),
    path("<slug:slug>/figures/contracts.csv", club_figures.contracts_csv, name="contracts_csv"),
    path("<slug:slug>/figures/milestones/", club_figures.milestones, name="milestones"),
    path("<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("<slug:slug>/seasons/<slug:season_slug>/", seasons.season, name="season"),
    path("<slug:slug>/seasons/<slug:season_slug>/change/", seasons.season_change, name="season_change"),
    path("<slug:slug>/seasons/<slug:season_slug>/close/", seasons.season_close, name="season_close"),
    path("<slug:slug>/seasons/<slug:season_slug>/closing/", seasons.closing_sheet, name="closing_sheet"),
    path("<slug:slug>/seasons/<slug:season_slug>/workbook.xlsx", seasons.workbook, name="workbook"),
    path("<slug:slug>/seasons/<slug:season_slug>/season.zip", seasons.season_files, name="season_files"),
    path("<slug:slug>/seasons/<slug:season_slug>/curve/", club_figures.season_curve, name="season_curve"),
    path("<slug:slug>/seasons/<slug:season_slug>/curve.csv", club_figures.season_curve_csv, name="season_curve_csv"),
    path(
        "<slug:slug>/seasons/<slug:season_slug>/attendance/", club_figures.season_attendance, name="season_attendance"
    ),
    path(
        "<slug:slug>/seasons/<slug:season_slug>/attendance.csv",
        club_figures.season_attendance_csv,
        name="season_attendance_csv",
    ),
    path("<slug:slug>/seasons/<slug:season_slug>/review/", club_figures.season_review, name="season_review"),
    path("<slug:slug>/seasons/<slug:season_slug>/what-if/", what_if.what_if, name="what_if"),
    path("<slug:slug>/evenings/new/", evenings.evening_new, name="evening_new"),
    path("<slug:slug>/evenings/new/draw/", seats.draw_new, name="draw_new"),
    path(f"{EVENING}change/", seasons.evening_change, name="evening_change"),
    path(f"{EVENING}remove/", seasons.evening_remove, name="evening_remove"),
    path(f"{EVENING}seats/", seats.seats, name="seats"),
    path(f"{EVENING}attendance/", seats.attendance, name="attendance"),
    path(f"{EVENING}approve/", evenings.evening_approve, name="evening_approve"),
    path(f"{EVENING}reopen/", evenings.evening_reopen, name="evening_reopen"),
    path(f"{EVENING}links/", confirming.links, name="sheet_links"),
    path(f"{EVENING}complaints/<int:complaint_id>/", confirming.complaint, name="complaint"),
    path("<slug:slug>/sheet/<slug:token>/", confirming.sheet_by_link, name="sheet_by_link"),
    path(f"{EVENING}draw/", seats.draw, name="draw"),
    path(f"{EVENING}draw/again/", seats.draw_anew, name="draw_anew"),
    path(f"{EVENING}ladder/", tables.ladder, name="ladder"),
    path(f"{EVENING}ladder/draw/", tables.ladder_draw, name="ladder_draw"),
    path(f"{EVENING}deals/new/", entering.deal_new, name="deal_new"),
    path(f"{EVENING}deals/line/", lines.deal_line, name="deal_line"),
    path(f"{EVENING}deals/paste/", lines.deal_paste, name="deal_paste"),
    path(f"{TABLE}deals/new/", entering.deal_new, name="deal_new"),
    path(f"{TABLE}deals/said/", entering.deal_sentence, name="deal_sentence"),
    path(f"{TABLE}deals/line/", lines.deal_line, name="deal_line"),
    path(f"{TABLE}deals/paste/", lines.deal_paste, name="deal_paste"),
    path(f"{EVENING}paper/", paper.paper, name="paper"),
    path(f"{TABLE}paper/", paper.paper, name="paper"),
    path(f"{TABLE}paper/total/", paper.paper_total, name="paper_total"),
    path(f"{TABLE}paper/withdraw/", paper.paper_withdraw, name="paper_withdraw"),
    path(f"{EVENING}deals.txt", lines.deals_text, name="deals_text"),
    path(f"{TABLE}deals.txt", RedirectView.as_view(url="../../deals.txt")),
    path(DEAL, deals.deal, name="deal"),
    path(f"{DEAL}correct/", deals.deal_correct, name="deal_correct"),
    path(f"{DEAL}said/", deals.correction_sentence, name="correction_sentence"),
    path(f"{DEAL}void/", deals.deal_void, name="deal_void"),
    path(f"{DEAL}restore/", deals.deal_restore, name="deal_restore"),
    path(f"{DEAL}undo/", deals.deal_undo, name="deal_undo"),
    path("<slug:slug>/deals/", deals_list.deals, name="deals"),
    path("<slug:slug>/deals.csv", deals_list.deals_csv, name="deals_csv"),
    path("<slug:slug>/audit/", keeping.audit_page, name="audit"),
    path("<slug:slug>/imports/", imports.imports, name="imports"),
    path("<slug:slug>/imports/list/", imports.name_list, name="name_list"),
    path("<slug:slug>/imports/entry.xlsx", rows.entry_xlsx, name="entry_xlsx"),
    path("<slug:slug>/imports/<int:import_number>/", imports.book_import, name="book_import"),
    path("<slug:slug>/imports/drafts/<int:book_draft_id>/", imports.import_draft, name="import_draft"),
    path("<slug:slug>/imports/drafts/<int:book_draft_id>/rows/", rows.import_rows, name="import_rows"),
    path(
        "<slug:slug>/imports/drafts/<int:book_draft_id>/rows/workbook.xlsx", rows.import_verdict, name="import_verdict"
    ),
    path("<slug:slug>/imports/drafts/<int:book_draft_id>/give-up/", imports.import_discard, name="import_discard"),
    path("<slug:slug>/hand-over/", keeping.hand_over, name="hand_over"),
    path("<slug:slug>/hand-over/club-file/", keeping.club_file, name="club_file"),
    path("<slug:slug>/hand-over/backup/", keeping.newest_backup_file, name="newest_backup_file"),
    path("<slug:slug>/hand-over/moving/", keeping.moving_guide, name="moving_guide"),
    path("<slug:slug>/hand-over/moved/", keeping.club_moved, name="club_moved"),
    path("<slug:slug>/hand-over/moved/take-back/", keeping.club_back, name="club_back"),
    path("<slug:slug>/members/", members.members, name="members"),
    path(f"{INVITATION}renew/", members.invitation_renew, name="invitation_renew"),
    path(f"{INVITATION}withdraw/", members.invitation_withdraw, name="invitation_withdraw"),
    path(
        "<slug:slug>/members/former/<int:writer_number>/forget/",
        members.former_member_forget,
        name="former_member_forget",
    ),
    path("<slug:slug>/members/<int:membership_id>/link/", members.member_link, name="member_link"),
    path("<slug:slug>/members/<int:membership_id>/end/", members.member_end, name="member_end"),
    path("<slug:slug>/own-name/", account.own_name, name="own_name"),
    path("<slug:slug>/players/", register.players, name="players"),
    path(f"{PLAYER}deals/", deals_list.player_deals, {"page": "deals"}, name="player_deals"),
    path(f"{PLAYER}deals.csv", deals_list.player_deals, {"page": "deals_csv"}, name="player_deals_csv"),
    path("<slug:slug>/players/<slug:player_slug>/change/", register.player_change, name="player_change"),
    path("<slug:slug>/players/<slug:player_slug>/same/", register.player_same, name="player_same"),
    path("<slug:slug>/players/<slug:player_slug>/kept.txt", register.player_kept, name="player_kept"),
    path("<slug:slug>/players/<slug:player_slug>/forget/", register.player_forget, name="player_forget"),
    path("<slug:slug>/tables/", tables.tables, name="tables"),
    path("<slug:slug>/tables/new/", drafts.draft_new, name="draft_new"),
    path("<slug:slug>/tables/import/", drafts.table_import, name="table_import"),
    path("<slug:slug>/tables/drafts/<int:draft_id>/", drafts.draft, name="draft"),
    path("<slug:slug>/tables/drafts/<int:draft_id>/publish/", drafts.draft_publish, name="draft_publish"),
    path("<slug:slug>/tables/drafts/<int:draft_id>/give-up/", drafts.draft_discard, name="draft_discard"),
    path(VERSION, tables.table, name="table"),
    path(f"{VERSION}table.json", drafts.table_json, name="table_json"),
    path(f"{VERSION}try/", entering.try_deal, name="try_deal"),
    path(f"{VERSION}paper/", paper.blank_paper, name="blank_paper"),
    path(f"{VERSION}prices/", tables.prices, name="prices"),
    path(f"{VERSION}changes/", tables.changes, name="changes"),
]
