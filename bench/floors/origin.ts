/**
 * The user whom the floors record as the author of a change, so that their rows in the history and in the events are
 * as long as those of the service.
 */
export const actor = {
  type: 'USER',
  id: '0199f0a0-0000-7000-8000-000000000001',
  name: 'Bench',
  requestId: '0199f0a0-0000-4000-8000-000000000002'
}
