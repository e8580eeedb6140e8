#!/bin/sh
# web: prepare the database, then serve. worker: run jobs. scheduler: send them. Anything else: a manage.py command.
set -eu

case "${1:-web}" in
web)
    python manage.py migrate --verbosity 0
    exec gunicorn --config docker/gunicorn.conf.py talisman_companion.wsgi
    ;;
worker)
    # A pool of connections does not survive Celery's forks (celery #10554).
    export TALISMAN_DATABASE_POOL=false
    shift
    exec celery --app talisman_companion worker --loglevel warning "$@"
    ;;
scheduler)
    exec celery --app talisman_companion beat --loglevel warning --schedule /tmp/celerybeat-schedule
    ;;
*)
    exec python manage.py "$@"
    ;;
esac
