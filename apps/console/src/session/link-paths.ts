/** The pages that are opened by a link with a token, below `/vendor` and `/operator`. */
export const linkPaths = { invitation: '/join', password: '/new-password' } as const
