/** Pictures have a place in the order of their gallery (the first is the main picture) and alternative texts. */
export const up = `
ALTER TABLE media
  ADD COLUMN position    integer NOT NULL DEFAULT 0,
  ADD COLUMN alt         jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(alt) = 'object'),
  ADD COLUMN modified_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN modified_by integer REFERENCES users ON DELETE SET NULL;
SELECT keep_modified_at('media');
SELECT keep_version('media');
COMMENT ON COLUMN media.position IS 'Place in the order of its site, device or location; the first is the main picture';
COMMENT ON COLUMN media.alt IS 'What the picture shows, by language, for those who cannot see it';
`
