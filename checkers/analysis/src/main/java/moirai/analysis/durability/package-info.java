/**
 * Judges whether what a database has acknowledged is still there in the end, a question apart from isolation: a level
 * says which orders of transactions are allowed, and an order in which a lost write comes after all reads is one. So
 * below strict serializability no level refuses lost writes (Adya, "Weak Consistency", 1999, section 3.1: what is
 * committed is installed; nobody need read it).
 *
 * <p>It takes reads that come after everything else, as the final generators of Jepsen's tests make them. What they
 * prove depends on what keys hold. An element of a list or set is there or lost. A value of a register may have been
 * replaced, so it is lost for certain only where something older is shown instead. Of a counter or account, the sum may
 * be less than all that was acknowledged. Start reading at {@link moirai.analysis.durability.Durability}.
 */
@NullMarked
package moirai.analysis.durability;

import org.jspecify.annotations.NullMarked;
