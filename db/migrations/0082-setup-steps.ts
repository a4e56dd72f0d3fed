/** Steps of setting up leave out retired devices and deleted access times, and stay cheap beside large inserts. */
export const up = `
-- The first rows of a table, and the end of its last ones. Arguments: the step, and which rows count.
CREATE OR REPLACE FUNCTION follow_setup_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  only_these boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM changed WHERE %1$s)
    AND NOT EXISTS (SELECT FROM %2$I t WHERE %1$s AND NOT EXISTS (SELECT FROM changed c WHERE c.id = t.id))',
    coalesce(TG_ARGV[1], 'true'), TG_TABLE_NAME) INTO only_these;
  IF only_these THEN PERFORM publish_setup_step(TG_ARGV[0], TG_OP = 'INSERT'); END IF;
  RETURN NULL;
END $$;

-- The last device that is retired, the last access time that is deleted: their rows stay.
CREATE FUNCTION follow_last_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  others boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %s)', TG_TABLE_NAME, TG_ARGV[1]) INTO others;
  IF NOT others THEN PERFORM publish_setup_step(TG_ARGV[0], false); END IF;
  RETURN NULL;
END $$;
${[
  ['devices', 'devices', 'retired_at'],
  ['events', 'accessTime', 'deleted_at'],
]
  .map(
    ([table, step, column]) => `
DROP TRIGGER setup_step_done ON ${table};
DROP TRIGGER setup_step_undone ON ${table};
CREATE TRIGGER setup_step_done AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_setup_step('${step}', '${column} IS NULL');
CREATE TRIGGER setup_step_undone AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_setup_step('${step}', '${column} IS NULL');
CREATE TRIGGER setup_step_ended AFTER UPDATE OF ${column} ON ${table}
  FOR EACH ROW WHEN (OLD.${column} IS NULL AND NEW.${column} IS NOT NULL)
  EXECUTE FUNCTION follow_last_in_use('${step}', '${column} IS NULL');`,
  )
  .join('')}
`
