/** The terms of one run in the words of campaigns: thresholds that it must keep, and failures that are known. */
@NullMarked
package moirai.runs.campaign.terms;

import org.jspecify.annotations.NullMarked;
