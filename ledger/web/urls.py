"""Every address of the site, grouped by page."""

from django.urls import path

from ledger.web import sign_in
from ledger.web.views import clubs, deals, evenings, home, log, players, seasons, standings, tables, what_if

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", home.start_club, name="start_club"),
    path("language/<str:code>/", home.choose_language, name="choose_language"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("<slug:slug>/", clubs.front, name="club"),
    path("<slug:slug>/remove-sample/", clubs.remove_sample, name="remove_sample"),
    path("<slug:slug>/settings/", clubs.settings, name="settings"),
    path("<slug:slug>/log/", log.log, name="log"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("<slug:slug>/seasons/<slug:season>/", seasons.season, name="season"),
    path("<slug:slug>/seasons/<slug:season>/close/", seasons.season_close, name="season_close"),
    path("<slug:slug>/seasons/<slug:season>/closing/", seasons.closing_sheet, name="closing_sheet"),
    path("<slug:slug>/seasons/<slug:season>/workbook.xlsx", seasons.workbook, name="workbook"),
    path("<slug:slug>/seasons/<slug:season>/what-if/", what_if.what_if, name="what_if"),
    path("<slug:slug>/evenings/new/", evenings.evening_new, name="evening_new"),
    path("<slug:slug>/evenings/<int:number>/", evenings.evening, name="evening"),
    path("<slug:slug>/evenings/<int:number>/approve/", evenings.evening_approve, name="evening_approve"),
    path("<slug:slug>/evenings/<int:number>/reopen/", evenings.evening_reopen, name="evening_reopen"),
    path("<slug:slug>/evenings/<int:evening>/deals/new/", deals.deal_new, name="deal_new"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/", deals.deal, name="deal"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/correct/", deals.deal_correct, name="deal_correct"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/void/", deals.deal_void, name="deal_void"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/restore/", deals.deal_restore, name="deal_restore"),
    path("<slug:slug>/evenings/<int:evening>/deals/<int:number>/undo/", deals.deal_undo, name="deal_undo"),
    path("<slug:slug>/players/", players.players, name="players"),
    path("<slug:slug>/players/add/", players.players_add, name="players_add"),
    path("<slug:slug>/players/<slug:player>/", players.player, name="player"),
    path("<slug:slug>/players/<slug:player>/change/", players.player_change, name="player_change"),
    path("<slug:slug>/players/<slug:player>/forget/", players.player_forget, name="player_forget"),
    path("<slug:slug>/tables/", tables.tables, name="tables"),
    path("<slug:slug>/tables/<int:version>/", tables.table, name="table"),
    path("<slug:slug>/tables/<int:version>/prices/", tables.prices, name="prices"),
    path("<slug:slug>/tables/<int:version>/changes/", tables.changes, name="changes"),
]
