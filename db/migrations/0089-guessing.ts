/** Wrong passwords of an account over all addresses, and the browsers that its owner uses; refused commands by the minute. */
export const up = `
CREATE TABLE login_guesses (
  source     text PRIMARY KEY CHECK (char_length(source) <= 200),
  guesses    integer NOT NULL,
  refused    integer NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL DEFAULT '-infinity',
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_guesses_expiry ON login_guesses (expires_at);
COMMENT ON TABLE login_guesses IS 'Attempts on an account: by strangers together, by each known browser, and from each known address';
COMMENT ON COLUMN login_guesses.refused IS 'Attempts since the last one that was allowed';
COMMENT ON COLUMN login_guesses.next_at IS 'No attempt is allowed before';

CREATE TABLE known_browsers (
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  value_hash bytea NOT NULL CHECK (octet_length(value_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, value_hash)
);
CREATE INDEX known_browsers_value ON known_browsers (value_hash);
CREATE INDEX known_browsers_expiry ON known_browsers (expires_at);
COMMENT ON TABLE known_browsers IS 'Browsers in which somebody signed in: what strangers guess does not block them. A cookie names them, here stands its SHA-256';

CREATE FUNCTION forget_browsers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_browsers WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_forget_browsers AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION forget_browsers();
`
