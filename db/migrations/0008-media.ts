/** Uploaded and generated files, and the site plans drawn over them. */
export const up = `
CREATE TABLE media (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind         text NOT NULL CHECK (kind IN ('picture', 'document', 'invoice')),
  device_id    integer REFERENCES devices ON DELETE CASCADE,
  site_id      integer REFERENCES sites ON DELETE CASCADE,
  location_id  integer REFERENCES locations ON DELETE CASCADE,
  file_name    text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 255 AND file_name !~ '[/[:cntrl:]]'),
  content_type text NOT NULL,
  bytes        bigint NOT NULL CHECK (bytes > 0),
  width        integer CHECK (width > 0),
  height       integer CHECK (height > 0),
  sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
  storage_key  text NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   integer REFERENCES users ON DELETE SET NULL,
  UNIQUE (id, file_name),
  CHECK (num_nonnulls(device_id, site_id, location_id) <= 1)
);
CREATE INDEX media_device ON media (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX media_site ON media (site_id) WHERE site_id IS NOT NULL;
CREATE INDEX media_location ON media (location_id) WHERE location_id IS NOT NULL;
COMMENT ON COLUMN media.storage_key IS 'Generated name in the store outside of the web root; the uploader''s file name is never a path';

-- Media belong to sites, which belong to tenants.
ALTER TABLE tenants ADD login_background_id uuid REFERENCES media ON DELETE SET NULL;

CREATE TABLE site_plans (
  site_id       integer PRIMARY KEY REFERENCES sites ON DELETE CASCADE,
  version       bigint NOT NULL DEFAULT 0,
  background_id uuid REFERENCES media ON DELETE SET NULL,
  modified_at   timestamptz NOT NULL DEFAULT now(),
  modified_by   integer REFERENCES users ON DELETE SET NULL
);
CREATE INDEX site_plans_background ON site_plans (background_id) WHERE background_id IS NOT NULL;
COMMENT ON TABLE site_plans IS 'The drawn plan of a site; positions of devices are in devices';
`
