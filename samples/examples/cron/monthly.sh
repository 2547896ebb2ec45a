#!/bin/sh
# For cron, every quarter of an hour: */15 * * * * /srv/payroll/monthly.sh
# "schedule run --due" carries out what is due and ends; it knows zones, working days and what was missed.
set -u
cd "${PAYROLL_FOLDER:-/srv/payroll}" || exit 2
exec "${PAYTALLY:-paytally}" schedule run --due --log json >>schedule.log 2>&1
