/**
 * The judgement of list appends while they are recorded, window by window. Start reading at {@link
 * moirai.analysis.streaming.lists.ListAppendStream}.
 */
@NullMarked
package moirai.analysis.streaming.lists;

import org.jspecify.annotations.NullMarked;
