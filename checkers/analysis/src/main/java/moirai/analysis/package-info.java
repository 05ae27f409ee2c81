/**
 * Judges histories: which anomalies they prove, and which isolation levels they therefore break.
 *
 * <p>A verdict is a pure function of a history: no clock, no unseeded randomness, no order of hash tables, and budgets
 * count steps. Start reading at {@link moirai.analysis.listappend.ListAppendChecker}, then {@link
 * moirai.history.level.IsolationLevel}.
 *
 * <h2>Glossary</h2>
 *
 * <dl>
 *   <dt>version</dt><dd>a state of a list: the elements so far, in order; or a value of a register</dd>
 *   <dt>version order</dt><dd>the order in which a list took its versions, inferred from the longest read</dd>
 *   <dt>phenomenon</dt><dd>a class of misbehaviour with a name in the literature, such as G1a or G-single</dd>
 *   <dt>anomaly</dt><dd>one found instance of a phenomenon, with the transactions that prove it: its witness</dd>
 *   <dt>ww, wr, rw</dt><dd>T2 appended right after T1; T2 read what T1 appended; T2 appended what T1 did not yet read
 *   </dd>
 *   <dt>scan</dt><dd>a read of all lists in a range of keys that have elements: a predicate read</dd>
 *   <dt>rw-predicate</dt><dd>T2 was the first to append to a list that a scan of T1 did not find: a phantom</dd>
 *   <dt>process, realtime</dt><dd>T2 followed T1 in one session; T2 began after T1 had ended</dd>
 *   <dt>level</dt><dd>an isolation or consistency level: a set of forbidden phenomena</dd>
 * </dl>
 */
@NullMarked
package moirai.analysis;

import org.jspecify.annotations.NullMarked;
