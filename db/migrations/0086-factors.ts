/** When somebody last proved who they are; passkeys, one-time codes and recovery codes; the steps of a sign-in. */
export const up = `
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET authenticated_at = created_at;
COMMENT ON COLUMN sessions.authenticated_at IS 'When the person last proved who they are, by password, passkey or one-time code';

CREATE TABLE passkeys (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       integer NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL CONSTRAINT passkeys_credential UNIQUE,
  user_handle   text NOT NULL,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL DEFAULT 0,
  transports    text[] NOT NULL DEFAULT '{}',
  name          text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  synced        boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);
COMMENT ON COLUMN passkeys.user_handle IS 'Random; how authenticators know the person. The same for all passkeys of a person';
COMMENT ON COLUMN passkeys.counter IS 'Signatures that the authenticator has made; one that does not grow is a copy. 0 = it does not count';

CREATE TABLE totp_secrets (
  user_id      integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret       text NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint,
  created_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN totp_secrets.confirmed_at IS 'NULL = no code was entered yet: it is not on';
COMMENT ON COLUMN totp_secrets.last_step IS 'The step of the last accepted code: no code counts twice';

CREATE TABLE recovery_codes (
  user_id   integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE sign_in_steps (
  id_hash      bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  purpose      text NOT NULL CHECK (purpose IN ('second-factor', 'set-up-factor', 'passkey')),
  user_id      integer REFERENCES users ON DELETE CASCADE,
  app          text NOT NULL CHECK (app IN ('portal', 'admin')),
  challenge    text,
  attempts     integer NOT NULL DEFAULT 0,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX sign_in_steps_expiry ON sign_in_steps (expires_at);
CREATE INDEX sign_in_steps_user ON sign_in_steps (user_id);
COMMENT ON TABLE sign_in_steps IS 'What a browser must still do to sign in or to add a passkey; a cookie names it, here stands its SHA-256';
COMMENT ON COLUMN sign_in_steps.challenge IS 'What a passkey must sign, once';

ALTER TABLE tenants ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN tenants.requires_second_factor IS 'Its reservation managers sign in with a passkey or a second factor only';
`
