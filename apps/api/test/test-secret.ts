/** The secret of every test application (`JWT_SECRET`). */
export const testSecret = 'a-secret-for-tests-that-is-long-enough'
