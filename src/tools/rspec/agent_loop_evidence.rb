# Listens to one run of RSpec or minitest and writes down which tests it executed. RSpec is told of it by SPEC_OPTS; minitest
# finds its plugin, which comes here, in RUBYLIB.
require 'json'

module AgentLoopEvidence
  # One JSON value a line. Nothing here may raise: a report must not change a run.
  class Records
    def initialize(tool, folder, nonce)
      flags = File::WRONLY | File::CREAT | File::EXCL | File::APPEND
      @io = File.open(File.join(folder, "#{tool}-#{Process.pid}.jsonl"), flags, 0o600)
      @io.sync = true
      @nonce = nonce
      @count = 0
      @pid = Process.pid
      @files = {}
      write('tool' => tool, 'cwd' => Dir.pwd)
    end

    def test(file, title, state)
      write('file' => file) unless file.nil? || @files[file]
      @files[file] = true
      @count += 1
      write('test' => { 'file' => file, 'title' => title, 'state' => state, 'retries' => 0 })
    end

    def close
      write('end' => @nonce, 'count' => @count)
      @io.close if Process.pid == @pid
    rescue StandardError
      nil
    end

    private

    # A test that forks must not write in our name.
    def write(value)
      @io.puts(JSON.generate(value)) if Process.pid == @pid && !@io.closed?
    rescue StandardError
      nil
    end
  end

  class Examples
    def initialize(records)
      @records = records
    end

    def example_passed(told)
      record(told.example, 'passed')
    end

    def example_failed(told)
      record(told.example, 'failed')
    end

    def example_pending(told)
      record(told.example, told.example.execution_result.pending_exception ? 'expected_failure' : 'skipped')
    end

    def close(_told)
      @records.close
    end

    private

    def record(example, state)
      @records.test(File.expand_path(example.metadata[:file_path]), [example.full_description], state)
    end
  end

  OURS = {
    'NODE_OPTIONS' => /\s*--require="(?:[^"\\]|\\.)*evidence\.cjs"/,
    'GOFLAGS' => /\s*-exec=\S*agent-loop-go-test/,
    'SPEC_OPTS' => /-r (?:[^\s\\]|\\.)*agent_loop_evidence\.rb\s*/,
    'PYTHONPATH' => /[^:]*agent-loop-plugins:?/,
    'RUBYLIB' => /[^:]*agent-loop-plugins:?/,
    'PHP_INI_SCAN_DIR' => /[^:]*agent-loop-plugins:?/
  }.freeze

  # From here on nothing that this process starts can find out from its environment where the records are.
  def self.claim(tool)
    nonce, folder = ENV.delete('AGENT_LOOP_EVIDENCE').to_s.split(':', 2)
    OURS.each do |name, ours|
      rest = ENV[name].to_s.gsub(ours, '').strip
      rest.empty? ? ENV.delete(name) : ENV[name] = rest
    end
    folder && nonce ? Records.new(tool, folder, nonce) : nil
  rescue StandardError
    nil
  end

  # By the time the suite begins, the formatters that the project wants are chosen.
  def self.listen_to_rspec
    records = claim('rspec')
    return if records.nil?

    RSpec.configure do |config|
      config.before(:suite) do
        config.reporter.register_listener(
          Examples.new(records), :example_passed, :example_failed, :example_pending, :close
        )
      end
    end
  end
end

AgentLoopEvidence.listen_to_rspec if defined?(RSpec::Core::Runner)
