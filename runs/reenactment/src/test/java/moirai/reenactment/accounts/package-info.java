/** An application that opens its transactions itself, as code of directed cases. */
@org.jspecify.annotations.NullMarked
package moirai.reenactment.accounts;
