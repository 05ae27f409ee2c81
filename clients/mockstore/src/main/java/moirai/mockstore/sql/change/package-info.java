/**
 * INSERT, UPDATE and DELETE, with constraints checked against what the transaction sees. This package must know neither
 * where a statement's text comes from nor when a transaction ends.
 */
@NullMarked
package moirai.mockstore.sql.change;

import org.jspecify.annotations.NullMarked;
