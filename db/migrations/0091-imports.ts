/** Imports: the uploaded file, its rows, and what the rehearsal found for each. */
export const up = `
CREATE TABLE imports (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity       text NOT NULL,
  file_name    text NOT NULL CHECK (char_length(file_name) <= 255),
  state        text NOT NULL DEFAULT 'reading'
    CHECK (state IN ('reading', 'checking', 'checked', 'importing', 'done', 'undone', 'canceled', 'failed')),
  app          text NOT NULL CHECK (app IN ('portal', 'admin')),
  user_id      integer REFERENCES users ON DELETE SET NULL,
  content      bytea,
  fields       jsonb,
  problem      jsonb,
  total        integer NOT NULL DEFAULT 0,
  processed    integer NOT NULL DEFAULT 0,
  new_rows     integer NOT NULL DEFAULT 0,
  changed_rows integer NOT NULL DEFAULT 0,
  same_rows    integer NOT NULL DEFAULT 0,
  wrong_rows   integer NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  finished_at  timestamptz
);
SELECT keep_version('imports');
CREATE INDEX imports_user ON imports (user_id, created_at DESC);
CREATE INDEX imports_created ON imports (created_at);
COMMENT ON TABLE imports IS 'Files that were uploaded to be imported';
COMMENT ON COLUMN imports.app IS 'The address at which it was uploaded';
COMMENT ON COLUMN imports.content IS 'The file, until its rows are stored';
COMMENT ON COLUMN imports.fields IS 'The field of each column';
COMMENT ON COLUMN imports.problem IS 'Why the file cannot be read, or why nothing was imported';

CREATE TABLE import_rows (
  import_id   integer NOT NULL REFERENCES imports ON DELETE CASCADE,
  number      integer NOT NULL,
  cells       jsonb NOT NULL,
  kind        text CHECK (kind IN ('new', 'changed', 'same', 'wrong')),
  name        text,
  row_id      integer,
  row_version bigint,
  differences jsonb,
  errors      jsonb,
  PRIMARY KEY (import_id, number)
);
COMMENT ON TABLE import_rows IS 'Rows of uploaded files, with what the rehearsal found';
COMMENT ON COLUMN import_rows.number IS 'In the file; the head is row 1';
COMMENT ON COLUMN import_rows.row_version IS 'The version of the existing row that the rehearsal changed';
`
