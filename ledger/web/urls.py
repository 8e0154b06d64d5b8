"""Every address of the site, grouped by page."""

from django.urls import path
from django.views.generic import RedirectView

from ledger.web.book import log
from ledger.web.clubs import clubs, invitations, members
from ledger.web.deals import deal_said, deals, try_deal
from ledger.web.evenings import confirming, draws, evenings, lines, paper, seats
from ledger.web.keeping import health, home, keeping
from ledger.web.scoring import ladders, price_list, tables
from ledger.web.scoring.drafts import drafts, table_files
from ledger.web.seasons import amending, players, seasons, standings, what_if, workbooks
from ledger.web.site import sign_in

urlpatterns = [
    path("", home.home, name="home"),
    path("health", health.health, name="health"),
    path("start/", home.start_club, name="start_club"),
    path("language/<str:code>/", home.choose_language, name="choose_language"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("password/", members.ChangePassword.as_view(), name="change_password"),
    path("welcome/", invitations.invitation, name="invitation"),
    path("welcome/<str:token>/", invitations.welcome, name="welcome"),
    path("<slug:slug>/", clubs.front, name="club"),
    path("<slug:slug>/remove-sample/", clubs.remove_sample, name="remove_sample"),
    path("<slug:slug>/settings/", clubs.settings, name="settings"),
    path("<slug:slug>/log/", log.log, name="log"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("<slug:slug>/seasons/<slug:season>/", seasons.season, name="season"),
    path("<slug:slug>/seasons/<slug:season>/change/", amending.season_change, name="season_change"),
    path("<slug:slug>/seasons/<slug:season>/close/", seasons.season_close, name="season_close"),
    path("<slug:slug>/seasons/<slug:season>/closing/", seasons.closing_sheet, name="closing_sheet"),
    path("<slug:slug>/seasons/<slug:season>/workbook.xlsx", workbooks.workbook, name="workbook"),
    path("<slug:slug>/seasons/<slug:season>/what-if/", what_if.what_if, name="what_if"),
    path("<slug:slug>/evenings/new/", evenings.evening_new, name="evening_new"),
    path("<slug:slug>/evenings/new/draw/", draws.draw_new, name="draw_new"),
    path("<slug:slug>/evenings/<int:number>/", evenings.evening, name="evening"),
    path("<slug:slug>/evenings/<int:number>/change/", amending.evening_change, name="evening_change"),
    path("<slug:slug>/evenings/<int:number>/remove/", amending.evening_remove, name="evening_remove"),
    path("<slug:slug>/evenings/<int:number>/seats/", seats.seats, name="seats"),
    path("<slug:slug>/evenings/<int:number>/attendance/", seats.attendance, name="attendance"),
    path("<slug:slug>/evenings/<int:number>/approve/", evenings.evening_approve, name="evening_approve"),
    path("<slug:slug>/evenings/<int:number>/reopen/", evenings.evening_reopen, name="evening_reopen"),
    path("<slug:slug>/evenings/<int:evening>/links/", confirming.links, name="sheet_links"),
    path("<slug:slug>/evenings/<int:evening>/complaints/<int:pk>/", confirming.complaint, name="complaint"),
    path("<slug:slug>/sheet/<slug:token>/", confirming.sheet_by_link, name="sheet_by_link"),
    path("<slug:slug>/evenings/<int:number>/draw/", draws.draw, name="draw"),
    path("<slug:slug>/evenings/<int:number>/draw/again/", draws.draw_anew, name="draw_anew"),
    path("<slug:slug>/evenings/<int:number>/ladder/", ladders.ladder, name="ladder"),
    path("<slug:slug>/evenings/<int:number>/ladder/draw/", ladders.ladder_draw, name="ladder_draw"),
    path("<slug:slug>/evenings/<int:evening>/deals/new/", deals.deal_new, name="deal_new"),
    path("<slug:slug>/evenings/<int:evening>/deals/line/", lines.deal_line, name="deal_line"),
    path("<slug:slug>/evenings/<int:evening>/deals/paste/", lines.deal_paste, name="deal_paste"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/deals/new/", deals.deal_new, name="deal_new"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/deals/said/", deal_said.deal_said, name="deal_said"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/deals/line/", lines.deal_line, name="deal_line"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/deals/paste/", lines.deal_paste, name="deal_paste"),
    path("<slug:slug>/evenings/<int:evening>/paper/", paper.paper, name="paper"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/paper/", paper.paper, name="paper"),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/paper/total/", paper.paper_total, name="paper_total"),
    path(
        "<slug:slug>/evenings/<int:evening>/tables/<int:table>/paper/withdraw/",
        paper.paper_withdraw,
        name="paper_withdraw",
    ),
    path("<slug:slug>/evenings/<int:evening>/tables/<int:table>/so-far/", deals.evening_so_far, name="so_far"),
    path("<slug:slug>/evenings/<int:number>/sheet/", evenings.evening_sheet, name="sheet"),
    path("<slug:slug>/evenings/<int:evening>/deals.txt", lines.deals_text, name="deals_text"),
    path(
        "<slug:slug>/evenings/<int:evening>/tables/<int:table>/deals.txt", RedirectView.as_view(url="../../deals.txt")
    ),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/", deals.deal, name="deal"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/correct/", deals.deal_correct, name="deal_correct"),
    path(
        "<slug:slug>/evenings/<int:evening>/deals/<int:number>/said/", deal_said.correction_said, name="correction_said"
    ),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/void/", deals.deal_void, name="deal_void"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/restore/", deals.deal_restore, name="deal_restore"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/undo/", deals.deal_undo, name="deal_undo"),
    path("<slug:slug>/audit/", keeping.audit_page, name="audit"),
    path("<slug:slug>/hand-over/", keeping.hand_over, name="hand_over"),
    path("<slug:slug>/members/", members.members, name="members"),
    path("<slug:slug>/members/invitations/<int:pk>/renew/", members.invitation_renew, name="invitation_renew"),
    path("<slug:slug>/members/invitations/<int:pk>/withdraw/", members.invitation_withdraw, name="invitation_withdraw"),
    path("<slug:slug>/members/<int:pk>/end/", members.member_end, name="member_end"),
    path("<slug:slug>/players/", players.players, name="players"),
    path("<slug:slug>/players/add/", players.players_add, name="players_add"),
    path("<slug:slug>/players/<slug:player>/", players.player, name="player"),
    path("<slug:slug>/players/<slug:player>/change/", players.player_change, name="player_change"),
    path("<slug:slug>/players/<slug:player>/forget/", players.player_forget, name="player_forget"),
    path("<slug:slug>/tables/", tables.tables, name="tables"),
    path("<slug:slug>/tables/new/", drafts.draft_new, name="draft_new"),
    path("<slug:slug>/tables/import/", table_files.table_import, name="table_import"),
    path("<slug:slug>/tables/drafts/<int:pk>/", drafts.draft, name="draft"),
    path("<slug:slug>/tables/drafts/<int:pk>/publish/", drafts.draft_publish, name="draft_publish"),
    path("<slug:slug>/tables/drafts/<int:pk>/give-up/", drafts.draft_discard, name="draft_discard"),
    path("<slug:slug>/tables/<int:version>/", price_list.table, name="table"),
    path("<slug:slug>/tables/<int:version>/table.xlsx", table_files.table_xlsx, name="table_xlsx"),
    path("<slug:slug>/tables/<int:version>/table.json", table_files.table_json, name="table_json"),
    path("<slug:slug>/tables/<int:version>/try/", try_deal.try_deal, name="try_deal"),
    path("<slug:slug>/tables/<int:version>/paper/", paper.blank_paper, name="blank_paper"),
    path("<slug:slug>/tables/<int:version>/prices/", tables.prices, name="prices"),
    path("<slug:slug>/tables/<int:version>/changes/", tables.changes, name="changes"),
]
