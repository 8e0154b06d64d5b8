"""A club's ranking rules and prizes, and who won them; no club has any, until its board chooses."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0029_evenings_of_a_club_by_date'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='loggedchange',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('readers_chosen', 'Who reads was chosen'), ('reading_link', "The club's link made"), ('link_withdrawn', "The club's link withdrawn"), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('ranking_chosen', 'Ranking rule chosen'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
        migrations.CreateModel(
            name='RankingVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('in_force_from', models.DateField()),
                ('minimum_evenings', models.PositiveSmallIntegerField()),
                ('best', models.PositiveSmallIntegerField(null=True)),
                ('drop_worst', models.PositiveSmallIntegerField()),
                ('absence', models.CharField(choices=[('nothing', 'It does not count'), ('average', "The player's own average of an evening"), ('lowest', 'The lowest result of that evening'), ('fixed', 'A fixed number of points')], max_length=8)),
                ('absence_points', models.IntegerField()),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ranking_versions', to='ledger.club')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('first', 'First place'), ('second', 'Second place'), ('third', 'Third place'), ('last', 'Comfort prize'), ('evening', 'Best evening'), ('sols', 'Most sols')], max_length=8)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('gift', models.CharField(blank=True, max_length=200)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='ledger.rankingversion')),
            ],
        ),
        migrations.CreateModel(
            name='PrizeWon',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('closing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes_won', to='ledger.seasonclosing')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.prize')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('closing', 'prize', 'player'), name='won_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='rankingversion',
            constraint=models.UniqueConstraint(fields=('club', 'number'), name='one_ranking_version_per_number'),
        ),
        migrations.AddConstraint(
            model_name='rankingversion',
            constraint=models.CheckConstraint(condition=models.Q(('best', None), models.Q(('best__gt', 0), ('drop_worst', 0)), _connector='OR'), name='the_best_or_all_but_the_worst'),
        ),
        migrations.AddConstraint(
            model_name='rankingversion',
            constraint=models.CheckConstraint(condition=models.Q(('absence', 'fixed'), ('absence_points', 0), _connector='OR'), name='points_where_fixed'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(fields=('version', 'kind'), name='one_prize_per_kind'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('gift', ''), _negated=True), _connector='OR'), name='a_prize_is_something'),
        ),
    ]
