/**
 * JSON as the database wrote it, sent on without being parsed. `T` is what it holds: handlers return it as that,
 * so that the compiler compares it with the route's schema, and the tests check every answer against the
 * OpenAPI document.
 */
export type JsonText<T> = string & { readonly holds?: T }
