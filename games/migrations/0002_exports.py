import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_start'),
    ]

    operations = [
        migrations.CreateModel(
            name='Export',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exports', to='games.host')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='exports', to='games.game')),
                ('asked_by', models.CharField(max_length=60)),
                ('format', models.CharField(max_length=20)),
                ('sources', models.JSONField()),
                ('entries', models.PositiveBigIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('expired', 'Expired'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                ('phase', models.CharField(default='', max_length=20)),
                ('done', models.PositiveBigIntegerField(default=0)),
                ('total', models.PositiveBigIntegerField(default=0)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('run', models.CharField(default='', max_length=32)),
                ('lease_until', models.DateTimeField(null=True)),
                ('sends', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(null=True)),
                ('error', models.CharField(default='', max_length=40)),
                ('error_params', models.JSONField(default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('file', models.CharField(default='', max_length=120)),
                ('media_type', models.CharField(default='', max_length=80)),
                ('size', models.PositiveBigIntegerField(null=True)),
                ('digest', models.CharField(default='', max_length=64)),
                ('link_hash', models.CharField(max_length=64, null=True, unique=True)),
                ('link_until', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('ends_by', models.DateTimeField()),
                ('expires_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-created_at', 'id'],
                'indexes': [models.Index(condition=models.Q(('state__in', ['queued', 'running'])), fields=['created_at'], name='export_not_ended'), models.Index(condition=models.Q(('state', 'done')), fields=['expires_at'], name='export_by_its_end')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('state', 'running'), models.Q(('run', ''), _negated=True), ('lease_until__isnull', False)), models.Q(models.Q(('state', 'running'), _negated=True), ('run', ''), ('lease_until__isnull', True)), _connector='OR'), name='export_run_while_it_runs'), models.CheckConstraint(condition=models.Q(models.Q(('expires_at__isnull', False), ('size__isnull', False), ('state', 'done'), models.Q(('file', ''), _negated=True)), models.Q(models.Q(('state', 'done'), _negated=True), ('file', ''), ('link_hash__isnull', True), ('size__isnull', True)), _connector='OR'), name='export_file_once_done'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), models.Q(('error', ''), _negated=True)), models.Q(models.Q(('state', 'failed'), _negated=True), ('error', '')), _connector='OR'), name='export_failed_by_name')],
            },
        ),
    ]

