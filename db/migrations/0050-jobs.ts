/** Messages and requests to the payment provider are graphile-worker jobs: rows need no lease and no retry time. */
export const up = `
SELECT graphile_worker.add_job('messages.' || channel, json_build_object('id', id), job_key => 'messages.' || channel || ' ' || id,
  run_at => next_attempt_at, max_attempts => 14, flags => array['messages.' || channel]) FROM messages WHERE state = 'queued';
SELECT graphile_worker.add_job('payments.open-session', json_build_object('id', id), job_key => 'payments.open-session ' || id,
  max_attempts => 14, flags => array['payments.open-session']) FROM payments WHERE state = 'pending' AND session_id IS NULL;
SELECT graphile_worker.add_job('payments.refund', json_build_object('id', id), job_key => 'payments.refund ' || id,
  max_attempts => 14, flags => array['payments.refund']) FROM payment_refunds WHERE state = 'pending';
ALTER TABLE messages DROP COLUMN next_attempt_at;
DROP INDEX payment_refunds_waiting;
`
