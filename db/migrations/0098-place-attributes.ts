/** Attributes of places by which people choose: what is there, for whom it is, and how large it is. */
export const up = `
ALTER TABLE devices
  ADD COLUMN socket     boolean NOT NULL DEFAULT false,
  ADD COLUMN cargo_bike boolean NOT NULL DEFAULT false,
  ADD COLUMN low_row    boolean NOT NULL DEFAULT false,
  ADD COLUMN accessible boolean NOT NULL DEFAULT false,
  ADD COLUMN size_class text CHECK (size_class IN ('S', 'M', 'L', 'XL'));
COMMENT ON COLUMN devices.socket IS 'It has a socket for charging';
COMMENT ON COLUMN devices.cargo_bike IS 'A cargo bike fits in';
COMMENT ON COLUMN devices.low_row IS 'It is in the lower row: nothing has to be lifted';
COMMENT ON COLUMN devices.accessible IS 'It can be reached and used with a wheelchair';
`
