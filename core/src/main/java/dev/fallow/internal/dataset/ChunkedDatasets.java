package dev.fallow.internal.dataset;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.header.LiveMessage;

/** The chunks of datasets, as their headers describe them. */
final class ChunkedDatasets {
    private ChunkedDatasets() {}

    /**
     * The chunks of a dataset.
     *
     * @throws dev.fallow.CorruptFileException if the chunks do not match the extent or the datatype
     */
    static ChunkedElements of(DatasetStorage dataset) {
        ChunkedElements elements = new ChunkedElements(
                dataset.store(),
                dataset.header().address(),
                dataset.where(),
                dataset.dataspace(),
                (ChunkedLayout) dataset.dataLayout(),
                filters(dataset),
                FillValues.of(dataset.store(), dataset.header()),
                FillValues.never(dataset.store(), dataset.header()),
                FillValues.allocation(dataset.store(), dataset.header()));
        elements.check(dataset.datatype().size());
        return elements;
    }

    private static Pipeline filters(DatasetStorage dataset) {
        FilterPipeline message = pipeline(dataset);
        return message == null || message.filters().isEmpty() ? null : new Pipeline(message);
    }

    /** The filters of a dataset; null if it has no such message. */
    static FilterPipeline pipeline(DatasetStorage dataset) {
        LiveMessage message = dataset.header().find(MessageType.FILTER_PIPELINE);
        return message == null
                ? null
                : FilterPipeline.decode(message.body(dataset.store().sizes(), MessageType.FILTER_PIPELINE.title()));
    }
}
