/** What a person sees after `npm start`: addresses, demo sign-ins and a first call that works when pasted. */
export function welcome(url: string, { demo }: { demo: boolean }): string {
  const addresses = `
Purveyor is running.

  API        ${url}/api/v1
  Reference  ${url}/docs
`
  if (!demo) return addresses
  return `${addresses}
Demo sign-ins, all with the password purveyor-demo:

  operator@purveyor.test                     the marketplace's operator
  owner@ admin@ editor@ viewer@harbor.test   Harbor Supply, one a role
  owner@summit.test                          Summit Tools
  nobody@purveyor.test                       an account without membership

A first call:

  ${firstCall(url)}
`
}

/** Signs in as a vendor and reads its shipping methods: one line for a shell. */
function firstCall(url: string): string {
  const credentials = '{"email":"owner@harbor.test","password":"purveyor-demo"}'
  const login = `curl -s ${url}/api/v1/auth/login -H 'Content-Type: application/json' -d '${credentials}'`
  const token = `$(${login} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
  return `curl -s ${url}/api/v1/vendor/me/shipping-methods -H "Authorization: Bearer ${token}"`
}
