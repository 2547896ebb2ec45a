#!/bin/sh
# For cron, every 15 minutes: */15 * * * * /srv/payroll/monthly.sh
# "schedule run --due" runs what is due and ends. It handles time zones, working days and missed runs.
set -u
cd "${PAYROLL_FOLDER:-/srv/payroll}" || exit 2
exec "${PAYTALLY:-paytally}" schedule run --due --log json >>schedule.log 2>&1
