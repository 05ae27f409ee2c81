/**
 * What changed between the nights of a campaign: whether an anomaly is new, gone or as rare as ever, and whether a
 * figure left its level. All tests are exact and assume nothing of how noise is distributed; {@link Alarms} keeps the
 * share of nights with a false alarm below a bound, however many cells a campaign has.
 */
@NullMarked
package moirai.runs.campaign.trends;

import org.jspecify.annotations.NullMarked;
