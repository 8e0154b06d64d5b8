"""Old books brought in: each import, the evenings and deals it made, its draft, and the names that were confirmed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0030_ranking_rules_and_prizes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='loggedchange',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('readers_chosen', 'Who reads was chosen'), ('reading_link', "The club's link made"), ('link_withdrawn', "The club's link withdrawn"), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('ranking_chosen', 'Ranking rule chosen'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('book_imported', 'Old book brought in'), ('import_undone', 'Old book taken out again'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
        migrations.CreateModel(
            name='BookImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('file_name', models.CharField(blank=True, max_length=120)),
                ('digest', models.CharField(max_length=64)),
                ('map', models.JSONField()),
                ('rows', models.PositiveIntegerField()),
                ('deals', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='book_imports', to='ledger.club')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportedDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sheet', models.PositiveSmallIntegerField()),
                ('row', models.PositiveIntegerField()),
                ('doubt', models.CharField(blank=True, max_length=16)),
                ('book_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imported_deals', to='ledger.bookimport')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='imported', to='ledger.entry')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.season')),
            ],
        ),
        migrations.CreateModel(
            name='ImportedEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=20)),
                ('guessed_day', models.DateField(null=True)),
                ('book_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='ledger.bookimport')),
                ('evening', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='imported', to='ledger.evening')),
            ],
        ),
        migrations.CreateModel(
            name='PlayerAlias',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='player_aliases', to='ledger.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='aliases', to='ledger.player')),
            ],
        ),
        migrations.CreateModel(
            name='BookDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=120)),
                ('digest', models.CharField(max_length=64)),
                ('sheets', models.JSONField()),
                ('map', models.JSONField(default=dict)),
                ('names', models.JSONField(default=dict)),
                ('choices', models.JSONField(default=dict)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField()),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='book_drafts', to='ledger.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'digest'), name='one_draft_of_a_file')],
            },
        ),
        migrations.AddConstraint(
            model_name='bookimport',
            constraint=models.UniqueConstraint(fields=('club', 'number'), name='one_import_per_number'),
        ),
        migrations.AddConstraint(
            model_name='bookimport',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('club', 'digest'), name='a_file_is_brought_in_once'),
        ),
        migrations.AddIndex(
            model_name='importeddeal',
            index=models.Index(condition=models.Q(('doubt', ''), _negated=True), fields=['season'], name='doubts_of_a_season'),
        ),
        migrations.AddConstraint(
            model_name='playeralias',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='an_alias_means_one_player'),
        ),
    ]
