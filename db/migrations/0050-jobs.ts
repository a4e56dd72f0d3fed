/** What is to be sent is a job of graphile-worker: rows need no lease and no time of their own. */
export const up = `
SELECT graphile_worker.add_job('messages.' || channel, json_build_object('id', id), job_key => 'messages.' || channel || ' ' || id,
  run_at => next_attempt_at, max_attempts => 14, flags => array['messages.' || channel]) FROM notices WHERE state = 'queued';
ALTER TABLE notices DROP COLUMN next_attempt_at;
DROP INDEX payment_refunds_waiting;
`
