/** Transactions in plain JDBC, as sources of directed cases. */
@org.jspecify.annotations.NullMarked
package moirai.reenactment.payments;
