/**
 * JSON text that the database built. It is sent without being parsed. `T` is the type of the value that the
 * text contains. The compiler compares this type with the route's schema, and tests compare every response
 * with the OpenAPI document.
 */
export type JsonText<T> = string & { readonly holds?: T }
