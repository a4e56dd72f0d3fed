/** Whoever holds back no screen may have nothing to tell screens: what it wrote into the outbox could be passed over for ever. */
export const up = `
ALTER TABLE outbox ADD CONSTRAINT outbox_not_quiet CHECK (current_setting('application_name', true) IS DISTINCT FROM 'holdfast-storage') NO INHERIT NOT VALID;
COMMENT ON CONSTRAINT outbox_not_quiet ON outbox IS 'outbox_horizon() does not wait for connections of this name';
`
