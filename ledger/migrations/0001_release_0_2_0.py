"""The tables of release 0.2.0, whose databases have on record everything that this replaces, and nothing of this to do."""

import django.db.models.deletion
import ledger.models.clubs.club
import ledger.models.clubs.link_tokens
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('ledger', '0001_initial'),
        ('ledger', '0001_squashed_0023_second_factor'),
        ('ledger', '0002_versions_in_force_and_drafts'),
        ('ledger', '0003_closing'),
        ('ledger', '0004_evenings_of_any_shape'),
        ('ledger', '0005_second_pair_of_eyes'),
        ('ledger', '0006_paper_totals'),
        ('ledger', '0007_pages_of_the_log'),
        ('ledger', '0008_invitations'),
        ('ledger', '0009_own_numbers'),
        ('ledger', '0010_chained_anew'),
        ('ledger', '0011_one_number_each'),
        ('ledger', '0012_lines_of_the_log'),
        ('ledger', '0013_chained_log'),
        ('ledger', '0014_one_line_per_place_in_the_log'),
        ('ledger', '0015_list_of_clubs'),
        ('ledger', '0016_names_and_days'),
        ('ledger', '0017_states_left_by_lines'),
        ('ledger', '0018_plain_names'),
        ('ledger', '0019_names_of_writers'),
        ('ledger', '0020_wrong_tries'),
        ('ledger', '0021_sessions_by_account'),
        ('ledger', '0022_who_reads'),
        ('ledger', '0023_second_factor'),
        ('ledger', '0024_sums_of_seasons'),
        ('ledger', '0025_players_by_initials'),
        ('ledger', '0026_indexes_of_a_season'),
        ('ledger', '0027_latest_password_links'),
        ('ledger', '0028_evenings_that_stand_by_date'),
        ('ledger', '0029_evenings_of_a_club_by_date'),
        ('ledger', '0030_ranking_rules_and_prizes'),
        ('ledger', '0031_books_brought_in'),
        ('ledger', '0032_points_in_fractions'),
        ('ledger', '0033_entries_are_counted'),
        ('ledger', '0034_imports_in_parts'),
        ('ledger', '0035_indexes_within_others'),
        ('ledger', '0036_opening_balances'),
        ('ledger', '0037_postings_by_points'),
        ('ledger', '0038_clubs_of_entries'),
        ('ledger', '0039_addresses_of_clubs_that_moved'),
        ('ledger', '0040_openings_are_no_evening'),
        ('ledger', '0041_players_made_one'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('language', models.CharField(choices=settings.LANGUAGES, default='da', max_length=2)),
                ('is_sample', models.BooleanField(default=False)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('correction_window_hours', models.PositiveSmallIntegerField(default=72)),
                ('players_confirm', models.BooleanField(default=False)),
                ('log_head', models.CharField(default='', editable=False, max_length=64)),
                ('log_entry_count', models.PositiveIntegerField(db_column='log_lines', default=0, editable=False)),
                ('has_chosen_readers', models.BooleanField(default=True)),
                ('is_listed', models.BooleanField(default=False)),
                ('readers', models.CharField(choices=[('everybody', 'Everybody'), ('link', "Whoever has the club's link"), ('board', 'The board alone')], default='link', max_length=9)),
                ('writes_fractions', models.BooleanField(default=False)),
                ('moved_to', models.CharField(blank=True, default='', max_length=200)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_listed', True), ('removed_at', None)), fields=['is_sample', 'name', 'id'], name='list_of_clubs')],
                'constraints': [models.CheckConstraint(condition=models.Q(('is_listed', False), ('readers', 'everybody'), _connector='OR'), name='only_open_clubs_are_listed')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('slug', models.SlugField(max_length=60)),
                ('sort_key', models.CharField(editable=False, max_length=130)),
                ('is_guest', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='ledger.club')),
                ('forgotten_at', models.DateTimeField(blank=True, null=True)),
                ('number', models.PositiveIntegerField()),
                ('salt', models.CharField(blank=True, default=ledger.models.clubs.club.new_salt, editable=False, max_length=32)),
                ('by_initials', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'slug'), name='one_player_per_address'), models.UniqueConstraint(fields=('club', 'sort_key'), name='one_player_per_name'), models.UniqueConstraint(fields=('club', 'number'), name='one_player_per_number')],
                'indexes': [models.Index(condition=models.Q(('by_initials', True)), fields=['club'], name='players_by_initials')],
            },
        ),
        migrations.CreateModel(
            name='ScoringTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('preset', models.SlugField(max_length=60)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scoring_tables', to='ledger.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_table_per_name')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('slug', models.SlugField(max_length=40)),
                ('starts_on', models.DateField()),
                ('unit_denominator', models.PositiveSmallIntegerField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('head', models.CharField(default='', editable=False, max_length=64)),
                ('entry_count', models.PositiveIntegerField(db_column='lines', default=0, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='ledger.club')),
                ('number', models.PositiveIntegerField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'slug'), name='one_season_per_address'), models.CheckConstraint(condition=models.Q(('unit_denominator__gte', 1)), name='points_have_a_unit'), models.CheckConstraint(condition=models.Q(models.Q(('head', ''), ('entry_count', 0)), models.Q(('entry_count__gt', 0), models.Q(('head', ''), _negated=True)), _connector='OR'), name='season_head_and_lines_agree'), models.UniqueConstraint(fields=('club', 'number'), name='one_season_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('secretary', 'Secretary'), ('treasurer', 'Treasurer'), ('admin', 'Administrator')], max_length=10)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='ledger.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='one_membership_per_person')],
            },
        ),
        migrations.CreateModel(
            name='SeasonClosing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('evenings', models.PositiveIntegerField()),
                ('deals', models.PositiveIntegerField()),
                ('entry_count', models.PositiveIntegerField(db_column='lines')),
                ('head', models.CharField(blank=True, max_length=64)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='closing', to='ledger.season')),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club')),
            ],
        ),
        migrations.CreateModel(
            name='SeasonBalance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('evenings', models.PositiveIntegerField()),
                ('deals', models.PositiveIntegerField()),
                ('points', models.IntegerField()),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player')),
                ('closing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='balances', to='ledger.seasonclosing')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('closing', 'player'), name='one_balance_per_player')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('role', models.CharField(choices=[('secretary', 'Secretary'), ('treasurer', 'Treasurer'), ('admin', 'Administrator')], max_length=10)),
                ('made_at', models.DateTimeField()),
                ('token_digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='ledger.club')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Writer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='writers', to='ledger.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=60)),
                ('salt', models.CharField(blank=True, default=ledger.models.clubs.club.new_salt, editable=False, max_length=32)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_writer_per_number'), models.UniqueConstraint(fields=('club', 'user'), name='one_number_per_writer')],
            },
        ),
        migrations.CreateModel(
            name='FormerHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField(db_column='line')),
                ('digest', models.CharField(max_length=64)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='former_heads', to='ledger.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'sequence'), name='one_former_head_per_line')],
            },
        ),
        migrations.CreateModel(
            name='FormerAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('season', 'Season'), ('player', 'Player')], max_length=6)),
                ('slug', models.SlugField(max_length=60)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='former_addresses', to='ledger.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='former_addresses', to='ledger.player')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='former_addresses', to='ledger.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'kind', 'slug'), name='a_former_address_leads_to_one'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'season'), ('player__isnull', True), ('season__isnull', False)), models.Q(('kind', 'player'), ('player__isnull', False), ('season__isnull', True)), _connector='OR'), name='a_former_address_is_of_its_kind')],
            },
        ),
        migrations.CreateModel(
            name='UsedForm',
            fields=[
                ('key', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('claim', models.UUIDField()),
                ('content', models.CharField(max_length=64)),
                ('answer', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'ledger_deed',
            },
        ),
        migrations.CreateModel(
            name='ScoringTableVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('document', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('published_at', models.DateTimeField()),
                ('published_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('in_force_from', models.DateField()),
                ('scoring_table', models.ForeignKey(db_column='table_id', on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='ledger.scoringtable')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('scoring_table', 'number'), name='one_version_per_number')],
                'db_table': 'ledger_tableversion',
            },
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('date', models.DateField()),
                ('place', models.CharField(blank=True, max_length=80)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='ledger.club')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='ledger.season')),
                ('table_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='ledger.scoringtableversion')),
                ('deals_per_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('drawn', models.CharField(blank=True, max_length=200)),
                ('rotation', models.CharField(choices=[('dealer', 'The dealer and the next ones clockwise'), ('even', 'The dealer, and the others so that all play equally often')], default='dealer', max_length=6)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('salt', models.CharField(default=ledger.models.clubs.club.new_salt, editable=False, max_length=32)),
                ('is_opening', models.BooleanField(default=False, editable=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_evening_per_number')],
                'indexes': [models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['season', 'date', 'number'], name='evenings_by_date'), models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['club', 'date', 'number'], name='evenings_of_a_club'), models.Index(condition=models.Q(('is_opening', True)), fields=['season'], name='openings_of_a_season')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('key', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('sequence', models.PositiveIntegerField()),
                ('table_number', models.PositiveSmallIntegerField(default=1)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('deal', 'Deal'), ('passed_out', 'Passed out'), ('not_played', 'Not played'), ('adjustment', 'Adjustment'), ('reversal', 'Reversal')], max_length=10)),
                ('deal', models.JSONField()),
                ('seats', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('received_at', models.DateTimeField()),
                ('noted_at', models.DateTimeField(null=True)),
                ('previous_digest', models.CharField(blank=True, max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaces', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaced_by', to='ledger.entry')),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='ledger.entry')),
                ('evening', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.evening')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.season')),
                ('table_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.scoringtableversion')),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club')),
            ],
            options={
                'indexes': [models.Index(fields=['evening', 'number', 'sequence'], name='lines_of_an_evening'), models.Index(fields=['evening', 'kind'], name='kinds_of_an_evening'), models.Index(fields=['season', 'received_at', 'sequence'], name='log_of_a_season'), models.Index(condition=models.Q(('reverses__isnull', False)), fields=['season', 'evening'], name='corrections_of_a_season')],
                'constraints': [models.UniqueConstraint(fields=('season', 'sequence'), name='one_line_per_place_in_the_book'), models.UniqueConstraint(condition=models.Q(('replaces', None), ('reverses', None)), fields=('evening', 'number'), name='one_first_line_per_deal'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('replaces__isnull', True), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses__isnull', True)), _connector='OR'), name='only_a_reversal_reverses'), models.CheckConstraint(condition=models.Q(models.Q(('replaces__isnull', True), ('reverses__isnull', True)), models.Q(('reason', ''), _negated=True), _connector='OR'), name='every_change_has_a_reason'), models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 201)), name='an_entry_has_2_to_201_seats')],
            },
        ),
        migrations.CreateModel(
            name='EveningTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField(default=0)),
                ('deals', models.IntegerField(default=0)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='totals', to='ledger.evening')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='totals', to='ledger.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='one_bottom_line_per_player')],
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('role', models.CharField(max_length=12)),
                ('tricks', models.PositiveSmallIntegerField(null=True)),
                ('points', models.IntegerField()),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.entry')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('entry', 'player'), name='one_posting_per_player'), models.UniqueConstraint(fields=('entry', 'seat'), name='one_posting_per_seat'), models.CheckConstraint(condition=models.Q(('points__gte', -10000000), ('points__lte', 10000000)), name='points_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('role', 'sits_out'), _negated=True), ('points', 0), _connector='OR'), name='sitting_out_costs_nothing'), models.CheckConstraint(condition=models.Q(models.Q(('player__isnull', True), ('role', 'house'), ('seat', 0)), models.Q(models.Q(('role', 'house'), _negated=True), ('player__isnull', False), ('seat__gte', 1)), _connector='OR'), name='only_the_house_is_nobody')],
                'indexes': [models.Index(fields=['player', 'points'], name='postings_by_points')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveSmallIntegerField(default=1)),
                ('position', models.PositiveSmallIntegerField()),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='ledger.evening')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='ledger.player')),
                ('seating', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 7)), name='seats_1_to_7'), models.UniqueConstraint(fields=('evening', 'table_number', 'seating', 'position'), name='one_player_per_seat'), models.UniqueConstraint(fields=('evening', 'seating', 'player'), name='one_seat_per_player')],
            },
        ),
        migrations.CreateModel(
            name='EveningClosing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('approved', 'Approved'), ('reopened', 'Reopened')], max_length=8)),
                ('at', models.DateTimeField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('entry_count', models.PositiveIntegerField(db_column='lines')),
                ('deals', models.PositiveIntegerField()),
                ('season_entry_count', models.PositiveIntegerField(db_column='season_lines')),
                ('head', models.CharField(blank=True, max_length=64)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closings', to='ledger.evening')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'number'), name='one_closing_per_number'), models.CheckConstraint(condition=models.Q(('kind', 'approved'), models.Q(('kind', 'reopened'), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='reopening_has_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('watched', 'Watched'), ('cancelled', 'Sent word')], max_length=9)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendance', to='ledger.evening')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendance', to='ledger.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='one_attendance_per_player')],
            },
        ),
        migrations.CreateModel(
            name='SheetLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField()),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='ledger.evening')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='ledger.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='one_link_per_player')],
            },
        ),
        migrations.CreateModel(
            name='SheetAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('agrees', 'It is right'), ('complains', 'Something is wrong')], max_length=9)),
                ('number', models.PositiveIntegerField(null=True)),
                ('entry_count', models.PositiveIntegerField(db_column='lines')),
                ('at', models.DateTimeField()),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='ledger.sheetlink')),
                ('words_digest', models.CharField(blank=True, max_length=64)),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind', 'complains'), models.Q(('kind', 'agrees'), ('number__isnull', True)), _connector='OR'), name='only_a_complaint_is_about_a_deal')],
            },
        ),
        migrations.CreateModel(
            name='AnswerWords',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(max_length=200)),
                ('answer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='words', to='ledger.sheetanswer')),
                ('salt', models.CharField(editable=False, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='Settlement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settles', to='ledger.entry')),
                ('answer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='settlement', to='ledger.sheetanswer')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('said', '')), models.Q(('entry__isnull', True), models.Q(('said', ''), _negated=True)), _connector='OR'), name='settled_by_a_line_or_in_words')],
            },
        ),
        migrations.CreateModel(
            name='PaperTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('is_withdrawn', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('deals', models.PositiveIntegerField()),
                ('tricks', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='paper_totals', to='ledger.evening')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'table_number', 'number'), name='one_paper_total_per_number'), models.CheckConstraint(condition=models.Q(('is_withdrawn', False), models.Q(('reason', ''), _negated=True), _connector='OR'), name='withdrawing_a_paper_total_has_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='PaperPoints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player')),
                ('total', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='points', to='ledger.papertotal')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('total', 'player'), name='one_paper_total_per_player')],
            },
        ),
        migrations.CreateModel(
            name='LoggedChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('points_written', 'How points are written changed'), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('readers_chosen', 'Who reads was chosen'), ('reading_link', "The club's link made"), ('link_withdrawn', "The club's link withdrawn"), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_joined', 'Two players made one'), ('player_separated', 'Two players separated again'), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('ranking_chosen', 'Ranking rule chosen'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('book_imported', 'Old book brought in'), ('import_undone', 'Old book taken out again'), ('chained', 'Taken into the chain of the log'), ('club_moved', 'Club moved to another address')], max_length=16)),
                ('before', models.CharField(blank=True, max_length=300)),
                ('after', models.CharField(blank=True, max_length=300)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closing', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.eveningclosing')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='ledger.club')),
                ('evening', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.evening')),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.season')),
                ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.scoringtableversion')),
                ('covers', models.CharField(blank=True, max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('previous_digest', models.CharField(blank=True, max_length=64)),
                ('sequence', models.PositiveIntegerField()),
                ('leaves', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'indexes': [models.Index(fields=['club', '-at', '-id'], name='log_of_a_club')],
                'constraints': [models.UniqueConstraint(fields=('club', 'sequence'), name='one_line_per_place_in_the_log')],
                'db_table': 'ledger_logline',
            },
        ),
        migrations.CreateModel(
            name='NameChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.CharField(max_length=60)),
                ('after', models.CharField(max_length=60)),
                ('change', models.OneToOneField(db_column='line_id', on_delete=django.db.models.deletion.PROTECT, related_name='names', to='ledger.loggedchange')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='name_changes', to='ledger.player')),
                ('salt', models.CharField(default=ledger.models.clubs.club.new_salt, editable=False, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='ScoringTableDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('preset', models.SlugField(blank=True, max_length=60)),
                ('document', models.JSONField()),
                ('revision', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField()),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='ledger.club')),
                ('scoring_table', models.OneToOneField(db_column='table_id', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='ledger.scoringtable')),
            ],
            options={
                'db_table': 'ledger_tabledraft',
            },
        ),
        migrations.CreateModel(
            name='WrongTries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('door', models.CharField(max_length=64, unique=True)),
                ('made_up_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('device', models.CharField(blank=True, max_length=40)),
                ('used_at', models.DateTimeField()),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='open_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ReadingLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('club', 'Club')], max_length=4)),
                ('token_digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_links', to='ledger.club')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'purpose'), name='one_reading_link_per_purpose')],
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SeasonTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField(default=0)),
                ('deals', models.IntegerField(default=0)),
                ('evenings', models.IntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='season_totals', to='ledger.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='totals', to='ledger.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_season_total_per_player')],
            },
        ),
        migrations.CreateModel(
            name='LatestPasswordLink',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('salt', models.CharField(default=ledger.models.clubs.link_tokens.new_token, editable=False, max_length=32)),
            ],
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
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_ranking_version_per_number'), models.CheckConstraint(condition=models.Q(('best', None), models.Q(('best__gt', 0), ('drop_worst', 0)), _connector='OR'), name='the_best_or_all_but_the_worst'), models.CheckConstraint(condition=models.Q(('absence', 'fixed'), ('absence_points', 0), _connector='OR'), name='points_where_fixed')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('version', 'kind'), name='one_prize_per_kind'), models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('gift', ''), _negated=True), _connector='OR'), name='a_prize_is_something')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_import_per_number'), models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('club', 'digest'), name='a_file_is_brought_in_once')],
            },
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
            options={
                'indexes': [models.Index(condition=models.Q(('doubt', ''), _negated=True), fields=['season'], name='doubts_of_a_season')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='an_alias_means_one_player')],
            },
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
        migrations.CreateModel(
            name='ImportUnderWay',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='import_under_way', serialize=False, to='ledger.club')),
                ('is_undoing', models.BooleanField(default=False)),
                ('ids', models.JSONField(default=dict)),
                ('deals', models.PositiveIntegerField()),
                ('done', models.PositiveIntegerField(default=0)),
                ('worked_at', models.DateTimeField()),
                ('book_import', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='under_way', to='ledger.bookimport')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('evenings', models.JSONField()),
                ('book_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parts', to='ledger.bookimport')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('book_import', 'number'), name='one_part_per_number')],
            },
        ),
        migrations.CreateModel(
            name='JoinedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='joined_players', to='ledger.club')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='joined', to='ledger.player')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='joining', to='ledger.player')),
            ],
        ),
    ]
