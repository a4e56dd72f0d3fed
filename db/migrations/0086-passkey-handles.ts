/** A new passkey needs the handle under which it was offered; how many screens a session has open. */
export const up = `
ALTER TABLE sign_in_steps ADD COLUMN user_handle text;
COMMENT ON COLUMN sign_in_steps.user_handle IS 'How the authenticator of a new passkey will know the person';

CREATE UNLOGGED TABLE open_screens (
  session_hash bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
  process      text NOT NULL,
  screens      integer NOT NULL CHECK (screens > 0),
  seen_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_hash, process)
);
COMMENT ON TABLE open_screens IS 'Sockets of each session in each process, renewed every minute';
`
