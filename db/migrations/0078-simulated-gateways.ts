/** Gateways that the portal itself plays until the real one speaks. */
export const up = `
ALTER TABLE gateways ADD COLUMN simulated_until timestamptz;
COMMENT ON COLUMN gateways.simulated_until IS 'The portal plays this gateway until then, or until the real one speaks; empty = it does not';
CREATE INDEX gateways_simulated ON gateways (id) WHERE simulated_until IS NOT NULL;
CREATE TRIGGER draw_shown_version_when_simulated BEFORE UPDATE OF simulated_until ON gateways FOR EACH ROW
  EXECUTE FUNCTION draw_shown_version();

ALTER TABLE gateway_tokens ADD COLUMN simulated boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN gateway_tokens.simulated IS 'The portal made it for itself, to play the gateway; beside the two of the gateway';

CREATE OR REPLACE FUNCTION at_most_two_live_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM gateways WHERE id = NEW.gateway_id FOR UPDATE;
  IF (SELECT count(*) FROM gateway_tokens WHERE gateway_id = NEW.gateway_id AND revoked_at IS NULL AND NOT simulated) > 2 THEN
    RAISE EXCEPTION 'a gateway has at most two live tokens'
      USING ERRCODE = 'check_violation', TABLE = 'gateway_tokens', CONSTRAINT = 'gateway_tokens_at_most_two';
  END IF;
  RETURN NULL;
END $$;
CREATE UNIQUE INDEX gateway_tokens_one_simulated ON gateway_tokens (gateway_id) WHERE simulated AND revoked_at IS NULL;
`
