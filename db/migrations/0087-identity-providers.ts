/** Companies let their people sign in through their own identity provider; one that is a university also says who is staff or student. */
export const up = `
CREATE TABLE identity_providers (
  tenant_id          integer PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  enabled            boolean NOT NULL DEFAULT false,
  label              text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 45),
  issuer             text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 255),
  client_id          text NOT NULL CHECK (char_length(client_id) BETWEEN 1 AND 255),
  client_secret      text CHECK (char_length(client_secret) BETWEEN 1 AND 255),
  scope              text NOT NULL CHECK (char_length(scope) BETWEEN 1 AND 255),
  affiliation_claim  text NOT NULL CHECK (char_length(affiliation_claim) BETWEEN 1 AND 255),
  allow_new_accounts boolean NOT NULL DEFAULT false,
  university         boolean NOT NULL DEFAULT false,
  created_at         timestamptz NOT NULL DEFAULT now(),
  modified_at        timestamptz NOT NULL DEFAULT now(),
  created_by         integer REFERENCES users ON DELETE SET NULL,
  modified_by        integer REFERENCES users ON DELETE SET NULL
);
SELECT keep_modified_at('identity_providers');
SELECT keep_version('identity_providers');
COMMENT ON TABLE identity_providers IS 'OpenID Connect: at most one provider for each company';
COMMENT ON COLUMN identity_providers.client_secret IS 'Never sent to a browser; empty = a public client';
COMMENT ON COLUMN identity_providers.university IS 'Its people link their accounts and are enrolled in the company''s access times for staff and students';

-- A university is its issuer, and belongs to the company whose access times it opens. Prepared links have no subject yet.
ALTER TABLE university_links
  ADD COLUMN tenant_id  integer REFERENCES tenants ON DELETE CASCADE,
  ADD COLUMN checked_at timestamptz,
  ALTER COLUMN subject DROP NOT NULL,
  DROP CONSTRAINT university_links_university_check,
  ADD CHECK (char_length(university) <= 255),
  ADD CHECK (state <> 'linked' OR subject IS NOT NULL);
CREATE INDEX university_links_tenant ON university_links (tenant_id);
COMMENT ON COLUMN university_links.university IS 'The issuer; with the subject it identifies the account';
COMMENT ON COLUMN university_links.checked_at IS 'When the university last said which groups the person belongs to';

ALTER TABLE sessions ADD COLUMN provider_tenant_id integer REFERENCES tenants ON DELETE SET NULL;
CREATE INDEX sessions_provider ON sessions (provider_tenant_id) WHERE provider_tenant_id IS NOT NULL;
COMMENT ON COLUMN sessions.provider_tenant_id IS 'Begun through the identity provider of this company';
`
