/** Several processes: which of them holds a gateway's link, and how far facts were handled, whoever leads the relay. */
export const up = `
ALTER TABLE gateways ADD COLUMN link_process uuid;
COMMENT ON COLUMN gateways.link_process IS 'The process that holds the link. No foreign key: a link counts only while its process beats';

CREATE TABLE relay_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  xid      xid8 NOT NULL
);
INSERT INTO relay_state (xid) SELECT pg_snapshot_xmin(pg_current_snapshot());
COMMENT ON TABLE relay_state IS 'Facts of transactions below it were handled: the next leader of the relay goes on from there';
`
