require 'agent_loop_evidence'

module Minitest
  class AgentLoopEvidence < AbstractReporter
    def initialize(records)
      super()
      @records = records
    end

    def record(result)
      file = result.respond_to?(:source_location) ? result.source_location[0] : nil
      suite = result.respond_to?(:klass) ? result.klass : result.class.name
      state = result.skipped? ? 'skipped' : result.passed? ? 'passed' : 'failed'
      @records.test(file && File.expand_path(file), [suite, result.name], state)
    rescue StandardError
      nil
    end

    def report
      @records.close
    end
  end

  def self.plugin_agent_loop_evidence_init(_options)
    records = ::AgentLoopEvidence.claim('minitest')
    reporter << AgentLoopEvidence.new(records) unless records.nil?
  end
end
