import type { ProblemCheck } from '../problem-check.ts'

/** Gateways without a site: nobody but administrators sees their malfunctions. */
export const gatewayWithoutSite: ProblemCheck = {
  find: `select g.id, g.name, jsonb_build_object('hardwareId', g.hardware_id) as detail from gateways g where g.site_id is null`,
}
