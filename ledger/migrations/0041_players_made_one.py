"""Players whom their club's board has made one; nobody is, until a board says so."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0040_openings_are_no_evening'),
    ]

    operations = [
        migrations.AlterField(
            model_name='loggedchange',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('points_written', 'How points are written changed'), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('readers_chosen', 'Who reads was chosen'), ('reading_link', "The club's link made"), ('link_withdrawn', "The club's link withdrawn"), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_joined', 'Two players made one'), ('player_separated', 'Two players separated again'), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('ranking_chosen', 'Ranking rule chosen'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('book_imported', 'Old book brought in'), ('import_undone', 'Old book taken out again'), ('chained', 'Taken into the chain of the log'), ('club_moved', 'Club moved to another address')], max_length=16),
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
